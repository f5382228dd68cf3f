-- Owned by the feature devices: the devices that installers registered, and who has which.

create table device (
  id integer generated always as identity primary key,
  serial text not null,
  nickname text,
  hub_id text,
  company_id uuid,
  registered_by uuid not null,
  registered_at timestamptz not null
);

-- One device per serial in whatever letter case (REG-02); also finds a device by its serial.
create unique index device_serial_key on device (lower(serial));
-- The list of an installer's own devices, by name.
create index device_registered_by on device (registered_by, id);

create table device_assignment (
  id bigint generated always as identity primary key,
  device_id integer not null references device (id) on delete cascade,
  account_id uuid not null,
  assigned_by uuid not null,
  assigned_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid
);

-- One user at a time, also under parallel requests; also finds the user of a device.
create unique index device_assignment_one on device_assignment (device_id) where ended_at is null;
-- The list of a user's devices.
create index device_assignment_account on device_assignment (account_id) where ended_at is null;
-- Since when a device has been unassigned (authorization.md, law 6).
create index device_assignment_device on device_assignment (device_id, ended_at);
