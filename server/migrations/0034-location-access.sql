-- Owned by the feature location-access: who asked to see where a device is, what its user allowed, and who looked.

-- A request and, once it is approved, the grant that came of it. It outlives the device and the requester: it is part of
-- its user's ledger. All instants are the database's own.
create table location_access (
  id uuid primary key default gen_random_uuid(),
  device_id integer not null,
  -- As they were when it was asked: the device may be gone when its user reads the ledger.
  serial text not null,
  device_name text not null,
  requester_id uuid not null,
  user_id uuid not null,
  -- Since when the user had the device: a request of this assignment means nothing to another one.
  user_since timestamptz not null,
  minutes smallint not null check (minutes in (5, 10, 30, 60)),
  status text not null default 'pending' check (status in ('pending', 'approved', 'denied', 'withdrawn', 'lapsed')),
  requested_at timestamptz not null default clock_timestamp(),
  lapses_at timestamptz not null,
  answered_at timestamptz,
  starts_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  ended_as text check (ended_as in ('expired', 'ended', 'given_up', 'ground_lost')),
  -- Nobody grants themselves anything (authorization.md, law 5).
  check (requester_id <> user_id),
  check ((status = 'approved') = (starts_at is not null)),
  check ((starts_at is null) = (ends_at is null)),
  check (ends_at <= starts_at + minutes * interval '1 minute'),
  check ((ended_at is null) = (ended_as is null))
);
-- One request of a person for a device waits at a time, also under parallel requests (LOCREQ-01); those that they sent.
create unique index location_access_one_pending on location_access (requester_id, device_id) where status = 'pending';
-- The grants of a person that may still run: asked for every half second for who has a page open.
create index location_access_held on location_access (requester_id, device_id) where status = 'approved' and ended_at is null;
-- Requests to a user, and grants that a user gave, that are open.
create index location_access_user on location_access (user_id)
  where status = 'pending' or (status = 'approved' and ended_at is null);
-- Everything of a person, for their download and their end.
create index location_access_requester on location_access (requester_id);

-- Who looked. Pushed positions and pings are handed over bit by bit: one row per viewing, counted up.
create table location_look (
  id bigint generated always as identity primary key,
  viewer_id uuid not null,
  -- Whose location it was; null: the device had no user.
  user_id uuid,
  device_id integer not null,
  what text not null check (what in ('ping', 'last', 'path', 'live', 'history', 'export')),
  right_by text not null check (right_by in ('grant', 'installer_unassigned')),
  grant_id uuid references location_access (id),
  viewing uuid,
  positions integer not null check (positions > 0),
  from_at timestamptz not null default clock_timestamp(),
  to_at timestamptz not null default clock_timestamp(),
  check ((right_by = 'grant') = (grant_id is not null)),
  check ((grant_id is null) = (user_id is null))
);
-- The row of a viewing; pushed positions of one come in at the same time.
create unique index location_look_viewing on location_look (viewing, viewer_id, device_id, what, grant_id) nulls not distinct
  where viewing is not null;
-- A user's ledger, the newest first.
create index location_look_user on location_look (user_id, id desc) where user_id is not null;
-- When a holder last looked; the end of a grant's row.
create index location_look_grant on location_look (grant_id, to_at) where grant_id is not null;
-- What a person looked at, for their download and their end.
create index location_look_viewer on location_look (viewer_id, id desc);
-- The sweep of what has been kept long enough.
create index location_look_to_at on location_look (to_at);

-- Under which grant a ping was asked for: its answer belongs to that grant's time (authorization.md, law 8).
alter table ping add column grant_id uuid;
