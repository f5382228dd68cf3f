-- Owned by the feature device-status: how each device is, from what it reported last.

create table device_status (
  device_id integer primary key,
  serial text not null,
  boot bigint not null default 0,
  seq bigint not null default -1,
  reported text,
  connected boolean not null default false,
  connection_no bigint not null default 0,
  heard_at timestamptz,
  silent_at timestamptz,
  silence_told boolean not null default false,
  heartbeat_sec integer not null default 60,
  sleeps_until timestamptz,
  network_type text,
  battery_pct real,
  signal_pct real,
  config_applied boolean not null default false,
  sleep_mode_enabled boolean not null default false,
  live_gps_enabled boolean not null default false,
  live_gps_interval_ms integer,
  hub_linked boolean not null default false,
  firmware text,
  last_error text
);

-- The sweep that finds devices that have just fallen silent.
create index device_status_silent on device_status (silent_at) where not silence_told;
