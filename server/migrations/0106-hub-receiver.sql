-- Owned by the feature hub-receiver: hubs that report directly by SIA DC-09 (PANIC-05).

create table hub_receiver_account (
  id uuid primary key,
  -- A removed device ends the reports of its hub.
  device_id integer not null unique references device (id) on delete cascade,
  -- Identifies the sender of a frame, so two hubs cannot share it.
  number text not null constraint hub_receiver_account_number unique check (number ~ '^[0-9A-F]{3,16}$'),
  maker text not null check (maker in ('ajax', 'other')),
  -- Sealed for this account. Null: the hub reports without encryption.
  sealed_key text,
  -- How far the clock of the hub may differ from the time of the portal.
  behind_sec integer not null,
  ahead_sec integer not null,
  supervision_sec integer not null,
  added_by uuid,
  added_at timestamptz not null,
  last_report_at timestamptz,
  silent_since timestamptz,
  problem text check (problem in ('plain_frame', 'wrong_key', 'wrong_time', 'unsupported')),
  problem_at timestamptz,
  -- When a report without an event was last refused for its time. The next one is accepted, so that a hub with a wrong
  -- clock does not repeat it forever.
  time_refused_at timestamptz
);
-- Finds hubs that have become silent.
create index hub_receiver_account_reporting on hub_receiver_account (last_report_at)
  where silent_since is null and last_report_at is not null;
-- The accounts that a leaving person set up.
create index hub_receiver_account_added_by on hub_receiver_account (added_by);

-- Frames with an event. A digest stands for the content, so that a frame sent again is recognised. Neither a key nor a
-- position is kept here.
create table hub_receiver_frame (
  id uuid primary key,
  account_id uuid not null references hub_receiver_account (id) on delete cascade,
  seq smallint not null,
  -- SHA-256 of number, kind and content, without pad and time.
  digest bytea not null check (length(digest) = 32),
  received_at timestamptz not null,
  -- By the clock of the hub.
  sent_at timestamptz,
  -- alerted: recorded as a panic. stored: no alert. unsupported: not readable. refused: without encryption although the
  -- account has a key.
  outcome text not null check (outcome in ('alerted', 'stored', 'unsupported', 'refused')),
  codes text[] not null
);
-- Recognises a frame that is sent again.
create index hub_receiver_frame_digest on hub_receiver_frame (account_id, digest, received_at);
-- Retention deletes the oldest.
create index hub_receiver_frame_received on hub_receiver_frame (received_at);

-- The devices that are linked to a hub.
create index hub_link_hub on hub_link (hub_id) where not is_previous;

-- Of the feature alerts: a hub that reports directly has stopped reporting.
alter table alert
  drop constraint alert_kind_check,
  add constraint alert_kind_check check (kind in
    ('low_battery', 'silent', 'power_cut', 'tamper', 'hub_broken', 'hub_silent', 'test', 'access_approved',
     'access_denied', 'support_access'));
-- Choices that a person saved before this kind existed: as for a broken hub link.
update alert_settings set choices = choices || jsonb_build_object('hub_silent', choices -> 'hub_broken')
  where choices is not null and not choices ? 'hub_silent';
