-- Owned by the feature tracking: positions, and who is following.

create table position (
  device_id integer not null,
  at timestamptz not null,
  boot bigint not null,
  seq bigint not null,
  lat double precision not null,
  lng double precision not null,
  speed_mps real,
  course_deg real,
  altitude_m real,
  accuracy_m real,
  satellites smallint,
  skewed boolean not null,
  received_at timestamptz not null,
  -- The identity of a position: a repeat of the same message is the same row. The included columns draw a path.
  primary key (device_id, at, boot, seq) include (lat, lng)
) partition by range (at);

-- Positions whose device had a wrong clock carry the server's time, which differs at each repeat: this keeps them single.
create table position_skewed (
  device_id integer not null,
  boot bigint not null,
  seq bigint not null,
  received_at timestamptz not null,
  primary key (device_id, boot, seq)
);

-- The same (device, boot, seq) with another content: a device that is broken, or a second one with its identity.
create table position_equivocation (
  id bigint generated always as identity primary key,
  device_id integer not null,
  boot bigint not null,
  seq bigint not null,
  at timestamptz not null,
  lat double precision not null,
  lng double precision not null,
  received_at timestamptz not null
);

create table live_lease (
  device_id integer not null,
  viewer_id uuid not null,
  account_id uuid not null,
  expires_at timestamptz not null,
  primary key (device_id, viewer_id)
);

create table live_mode (
  device_id integer primary key,
  serial text not null,
  -- Until when the device stays in live mode by itself.
  device_lease_until timestamptz,
  -- When it was last asked to go on, and when it last answered a question for its location (LIVE-11).
  asked_at timestamptz,
  located_at timestamptz
);
