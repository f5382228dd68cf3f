-- Owned by the feature hub-queue: events of hubs from the queue of the hub service (PANIC-02). A message is deleted from
-- the queue only after its row is committed here, so a killed process loses no event.
create table hub_queue_event (
  id bigint generated always as identity primary key,
  -- Hub and event id of the hub service, or the id of the message when there is none. A repeated delivery meets this key
  -- and is stored once.
  event_key text not null unique,
  -- alerted: recorded as a panic. stored: no alert. unreadable: not an event. failed: processing failed and is retried.
  outcome text not null check (outcome in ('alerted', 'stored', 'unreadable', 'failed')),
  -- Why an unreadable or failed message was set aside.
  reason text,
  hub_id text,
  connection text check (connection in ('lost', 'regained')),
  happened_at timestamptz,
  received_at timestamptz not null,
  -- The message as it came, so that an event of an unknown shape can be read later.
  body text not null
);

-- Retention deletes the oldest rows.
create index hub_queue_event_received on hub_queue_event (received_at);
-- The page of staff lists what was set aside, and the worker retries what failed.
create index hub_queue_event_set_aside on hub_queue_event (id) where outcome in ('unreadable', 'failed');
-- The page of staff shows the time of the last alarm.
create index hub_queue_event_alerted on hub_queue_event (received_at) where outcome = 'alerted';

-- Whether a hub has its connection, by its newest event about that. A row per hub, so that the page of staff does not
-- search all events.
create table hub_queue_connection (
  hub_id text primary key,
  connection text not null check (connection in ('lost', 'regained')),
  since timestamptz not null
);

-- A single row: the process that reads the queue holds the lease. Two readers would split the events between them.
create table hub_queue_reader (
  is_only boolean primary key default true check (is_only),
  reader uuid,
  reader_until timestamptz,
  last_poll_at timestamptz,
  trouble text check (trouble in ('refused', 'unavailable')),
  trouble_reason text,
  waiting integer
);
insert into hub_queue_reader (is_only) values (true);

-- A round that staff asked for. Any process asks, the reader answers in the row.
create table hub_queue_round (
  id uuid primary key,
  -- Null: all hubs.
  hub_id text,
  asked_at timestamptz not null,
  finished_at timestamptz,
  processed integer not null default 0,
  messages integer not null default 0,
  trouble text check (trouble in ('refused', 'unavailable'))
);
create index hub_queue_round_open on hub_queue_round (asked_at) where finished_at is null;

-- Of the feature hubs: the devices of a hub, read for each event of the hub.
create index if not exists hub_link_hub_id on hub_link (hub_id) where not is_previous;
