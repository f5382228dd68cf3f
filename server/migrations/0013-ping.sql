-- Owned by the feature ping: pings with their outcome, the day's quota, and the locations that they found.

create table ping (
  id uuid primary key,
  account_id uuid not null,
  device_id integer not null,
  serial text not null,
  device_name text not null,
  outcome text not null check (outcome in ('waiting', 'located', 'no_fix', 'failed', 'unreachable', 'cancelled')),
  -- The day that it was counted on; null where days do not count (installers).
  quota_day date,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  expected_at timestamptz,
  finished_at timestamptz,
  message text
);

-- One ping of a person for a device at a time.
create unique index ping_one_waiting on ping (account_id, device_id) where outcome = 'waiting';
-- An installer's pings of a device in the last hour.
create index ping_recent on ping (device_id, account_id, created_at);

create table ping_quota (
  account_id uuid not null,
  day date not null,
  used integer not null check (used >= 0),
  primary key (account_id, day)
);

create table ping_location (
  ping_id uuid primary key,
  device_id integer not null,
  serial text not null,
  device_name text not null,
  account_id uuid not null,
  lat double precision not null,
  lng double precision not null,
  accuracy_m real,
  at timestamptz not null,
  fix_at timestamptz
);

-- The history of a device, newest first, and its part of the 24-hour path.
create index ping_location_device on ping_location (device_id, at desc);
