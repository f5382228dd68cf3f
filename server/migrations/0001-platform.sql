-- Tables of the platform: the outbox, jobs, timers and mail.

-- Events that must not be missed, written in the transaction of what they tell. Kept for a day.
-- Readers follow (xid, id): an id is taken before its commit, so ids alone would let a late commit slip behind a reader.
create table outbox (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  kind text not null,
  -- Accounts that may see it.
  audience uuid[] not null,
  payload jsonb not null,
  at timestamptz not null default now()
);
-- The tail of every server process and the back-fill of a browser read on from a cursor.
create index outbox_cursor on outbox (xid, id);
-- Pruning takes the oldest.
create index outbox_at on outbox (at);

-- The last event that was pruned: whoever read no further than this has missed something.
create table outbox_horizon (
  only_one boolean primary key default true check (only_one),
  xid xid8 not null default '0',
  id bigint not null default 0
);
insert into outbox_horizon default values;

-- Work to be done later, at least once, by any server process.
create table job (
  id bigint generated always as identity primary key,
  name text not null,
  payload jsonb not null default '{}',
  -- The same work is enqueued once, for as long as it waits or has failed.
  key text,
  run_at timestamptz not null default now(),
  -- Set while somebody works on it; when it passes, the worker is thought dead and the job is free again.
  leased_until timestamptz,
  -- Which lease: a worker that comes back late must not finish another's work.
  lease uuid,
  attempts integer not null default 0,
  last_error text,
  failed_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index job_key on job (name, key) where key is not null;
-- What is due next of each kind, among what has not failed for good.
create index job_due on job (name, run_at) where failed_at is null;

-- Timers that one server process owns at a time.
create table timer (
  name text primary key,
  owner uuid not null,
  owned_until timestamptz not null,
  last_run_at timestamptz
);

-- Every mail: waiting until a server takes it, then sent or failed.
create table mail (
  id bigint generated always as identity primary key,
  -- The same message is written once however often its cause repeats.
  key text not null unique,
  recipient text not null,
  subject text not null,
  text text not null,
  html text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
-- The inbox page shows the newest; retention takes the oldest.
create index mail_created_at on mail (created_at);
