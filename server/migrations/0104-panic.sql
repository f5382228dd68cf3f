-- Owned by the feature panic: emergencies, from the press of a button to the person who acts (PANIC-03, PANIC-04,
-- PANIC-06, PANIC-09). All instants are the server's.

create table panic_incident (
  id uuid primary key,
  -- A drill or a test by support: never joins a real incident, and real presses never join a test.
  is_test boolean not null,
  source text not null check (source in ('hub_queue', 'hub_direct', 'tracker', 'phone', 'staff_test', 'drill')),
  kind text not null,
  hub_id text,
  hub_name text,
  trigger text,
  opened_at timestamptz not null,
  happened_at timestamptz,
  received_at timestamptz not null,
  has_wrong_clock boolean not null,
  -- When the last press arrived, and when people were last notified of one (the cool-down).
  last_event_at timestamptz not null,
  last_notified_at timestamptz not null,
  -- Grows with each round of messages: a press after the cool-down, a reminder, a release.
  round integer not null default 1,
  taken_at timestamptz,
  taken_role text check (taken_role in ('wearer', 'contact', 'company', 'support')),
  -- The account or the contact who took the incident.
  taken_by uuid,
  taken_name text,
  closed_at timestamptz,
  outcome text check (outcome in ('helped', 'safe', 'false_alarm', 'test', 'expired')),
  closed_name text,
  closed_note text check (length(closed_note) <= 500),
  check ((taken_at is null) = (taken_role is null)),
  check ((closed_at is null) = (outcome is null))
);
-- The lists, newest first.
create index panic_incident_opened on panic_incident (opened_at desc, id desc);
create index panic_incident_active on panic_incident (opened_at desc, id desc) where closed_at is null;
-- Which open incident a press of this hub belongs to.
create index panic_incident_hub on panic_incident (hub_id) where closed_at is null;

create table panic_incident_device (
  incident_id uuid not null references panic_incident (id) on delete cascade,
  -- No foreign key: the incident outlives the device.
  device_id integer not null,
  serial text not null,
  name text not null,
  -- The wearer: the user of the device at the press. Null: the device had no user.
  user_id uuid,
  -- Positions from before belong to an earlier user (law 6).
  visible_since timestamptz not null,
  primary key (incident_id, device_id)
);
create index panic_incident_device_device on panic_incident_device (device_id);
create index panic_incident_device_user on panic_incident_device (user_id) where user_id is not null;

create table panic_event (
  id bigint generated always as identity primary key,
  source text not null,
  source_event_id text not null check (length(source_event_id) <= 200),
  incident_id uuid references panic_incident (id) on delete cascade,
  kind text not null,
  hub_id text,
  device_ids integer[] not null,
  happened_at timestamptz,
  received_at timestamptz not null,
  has_wrong_clock boolean not null,
  trigger text check (length(trigger) <= 120),
  -- False: within the cool-down, so nobody was notified again.
  is_notified boolean not null
);
-- A repeat by the queue, the hub or the device is recorded once, also when two processes record it at once (PANIC-06).
create unique index panic_event_source on panic_event (source, source_event_id);
create index panic_event_incident on panic_event (incident_id, id);

create table panic_position (
  incident_id uuid not null references panic_incident (id) on delete cascade,
  device_id integer not null,
  at timestamptz not null,
  received_at timestamptz not null,
  lat double precision not null,
  lng double precision not null,
  accuracy_m double precision,
  primary key (incident_id, device_id, at)
);

-- The sweep: positions are kept for a shorter time than their incident.
create index panic_position_received_at on panic_position (received_at);

-- The answer of a device to a request belongs to this incident.
create table panic_position_request (
  request_id uuid primary key,
  incident_id uuid not null references panic_incident (id) on delete cascade,
  requested_at timestamptz not null
);
create index panic_position_request_incident on panic_position_request (incident_id);

-- The chain of an incident: who is notified, and when it is their turn.
create table panic_recipient (
  id uuid primary key,
  incident_id uuid not null references panic_incident (id) on delete cascade,
  role text not null check (role in ('wearer', 'contact', 'company', 'support')),
  account_id uuid,
  contact_id uuid,
  -- The contact of this wearer, who sees the positions of this wearer's devices alone.
  wearer_id uuid,
  name text not null,
  rank integer,
  email text,
  phone text,
  channels text[] not null,
  due_at timestamptz not null,
  notified_at timestamptz,
  seen_at timestamptz,
  -- SHA-256 of the token in the link of a contact.
  link_hash bytea,
  check (account_id is not null or contact_id is not null)
);
-- A person is one recipient, also when devices of two wearers panic together.
create unique index panic_recipient_one on panic_recipient (incident_id, coalesce(contact_id, account_id));
create unique index panic_recipient_link on panic_recipient (link_hash) where link_hash is not null;
-- The incidents of a person.
create index panic_recipient_account on panic_recipient (account_id) where account_id is not null;

create table panic_delivery (
  id uuid primary key,
  recipient_id uuid not null references panic_recipient (id) on delete cascade,
  channel text not null check (channel in ('portal', 'push', 'email', 'sms')),
  round integer not null,
  state text not null check (state in ('waiting', 'sent', 'seen', 'failed', 'none', 'cancelled')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  settled_at timestamptz
);
create unique index panic_delivery_one on panic_delivery (recipient_id, channel, round);

-- The timeline.
create table panic_step (
  id bigint generated always as identity primary key,
  incident_id uuid not null references panic_incident (id) on delete cascade,
  at timestamptz not null,
  kind text not null,
  -- As in contract/src/panic/panic.steps.schema.ts. No positions.
  detail jsonb not null
);
create index panic_step_incident on panic_step (incident_id, id);

-- A contact sees positions only inside an incident, and each view is in the user's access log (PANIC-07).
create table location_panic_access (
  id uuid primary key default gen_random_uuid(),
  incident_id uuid not null,
  viewer_id uuid not null,
  -- A contact may have no account.
  viewer_name text not null,
  device_id integer not null,
  serial text not null,
  device_name text not null,
  user_id uuid not null,
  starts_at timestamptz not null default clock_timestamp()
);
create unique index location_panic_access_one on location_panic_access (incident_id, viewer_id, device_id);
create index location_panic_access_user on location_panic_access (user_id);
create index location_panic_access_starts_at on location_panic_access (starts_at);

alter table location_look add column panic_access_id uuid references location_panic_access (id);
alter table location_look
  drop constraint location_look_right_by_check,
  add constraint location_look_right_by_check check (right_by in ('grant', 'installer_unassigned', 'break_glass', 'panic')),
  drop constraint location_look_check1,
  add constraint location_look_check1 check (case right_by
    when 'grant' then user_id is not null
    when 'panic' then user_id is not null
    when 'installer_unassigned' then user_id is null
    else true end),
  add constraint location_look_panic_check check ((right_by = 'panic') = (panic_access_id is not null));
create index location_look_panic_access on location_look (panic_access_id) where panic_access_id is not null;
