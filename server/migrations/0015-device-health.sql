-- Owned by the feature device-health: what devices tell of themselves beside status and positions.

create table device_event (
  device_id integer not null,
  boot bigint not null,
  seq bigint not null,
  kind text not null,
  at timestamptz not null,
  skewed boolean not null,
  lat double precision,
  lng double precision,
  received_at timestamptz not null,
  primary key (device_id, boot, seq)
);

-- The newest events of a device.
create index device_event_newest on device_event (device_id, received_at desc);

create table device_log (
  device_id integer not null,
  boot bigint not null,
  seq bigint not null,
  level text not null,
  text text not null,
  at timestamptz not null,
  received_at timestamptz not null,
  primary key (device_id, boot, seq)
);

-- The newest lines of a device.
create index device_log_newest on device_log (device_id, received_at desc);
