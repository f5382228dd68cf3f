-- Owned by the device gateway: why it ended connections of a device, for operators and for developers of firmware.

create table device_offence (
  serial text not null,
  reason text not null check (length(reason) <= 100),
  count integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (serial, reason)
);
