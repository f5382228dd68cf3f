-- Owned by the feature device-setup: what each device is to be programmed with, and how that stands (REG-06, HUB-04).

create table device_setup (
  device_id integer primary key references device (id) on delete cascade,
  serial text not null,
  -- HUB-05: SIM settings, each sealed for this device and field.
  sealed_sim_apn text,
  sealed_sim_username text,
  sealed_sim_password text,
  -- Whether the device was ever told of a hub or of SIM settings: what it was never told is left alone.
  has_hub_setting boolean not null default false,
  has_sim_setting boolean not null default false,
  state text not null check (state in ('none', 'queued', 'sent', 'applied', 'failed', 'cancelled')),
  -- The command that programs it now.
  request_id uuid,
  attempts integer not null default 0,
  next_at timestamptz,
  message text,
  -- Which message of the device said that it has the settings; what says that it works with them comes after it.
  answer_boot bigint,
  answer_seq bigint,
  changed_at timestamptz not null,
  changed_by uuid
);
-- Devices to be programmed or looked at.
create index device_setup_due on device_setup (next_at) where next_at is not null;
-- Whose setting a finished command was.
create unique index device_setup_request on device_setup (request_id) where request_id is not null;
-- Devices that have their settings and have not said that they work with them.
create index device_setup_unapplied on device_setup (device_id) where answer_boot is not null and state in ('sent', 'failed');

-- T08: the settings before the last change, for going back one step.
create table device_setup_previous (
  device_id integer primary key references device (id) on delete cascade,
  -- What that change was about: the rest stays when one goes back.
  changed_hub boolean not null,
  changed_sim boolean not null,
  sealed_sim_apn text,
  sealed_sim_username text,
  sealed_sim_password text,
  saved_at timestamptz not null,
  saved_by uuid
);
-- The sweep of what has been kept long enough.
create index device_setup_previous_saved_at on device_setup_previous (saved_at);
