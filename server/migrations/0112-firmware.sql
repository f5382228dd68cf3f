-- Owned by the feature firmware: images, rollouts and the updates of devices (FWM, FWD).

-- Public keys whose signatures the server accepts. Only an operator's command writes here, never the web.
create table firmware_key (
  id text primary key,
  name text not null,
  -- SPKI, DER.
  public_key bytea not null,
  added_at timestamptz not null,
  removed_at timestamptz
);

-- The order of the releases of a model, which devices check. Never reused, so gaps are normal.
create sequence firmware_sequence;

create table firmware_release (
  id uuid primary key,
  model text not null,
  chip text,
  version text not null,
  channel text not null,
  sequence bigint not null unique default nextval('firmware_sequence'),
  size_bytes integer not null,
  sha256 text not null,
  md5 text not null,
  -- The name of the stored file: its hash. Null once the image of a withdrawn release is deleted.
  file_name text,
  notes text not null,
  state text not null check (state in ('draft', 'published', 'withdrawn')),
  uploaded_by uuid,
  uploaded_at timestamptz not null,
  -- The signed text, byte for byte.
  manifest text not null,
  expires_at timestamptz not null,
  key_id text references firmware_key (id),
  signature bytea,
  published_by uuid,
  published_at timestamptz,
  withdrawn_by uuid,
  withdrawn_at timestamptz,
  check ((state = 'draft') = (signature is null))
);
-- The same version has the same bytes for good, also after it was withdrawn. A deleted draft leaves no row.
create unique index firmware_release_version on firmware_release (model, coalesce(chip, ''), version);
create index firmware_release_uploaded on firmware_release (uploaded_at desc, id desc);

create table firmware_rollout (
  id uuid primary key,
  release_id uuid not null references firmware_release (id),
  target_kind text not null check (target_kind in ('all', 'percent', 'devices')),
  -- The upper ends of the rings in percent of the devices, ascending. {100} for chosen devices.
  rings integer[] not null,
  -- The open ring, from 1.
  ring integer not null default 1,
  state text not null check (state in ('running', 'paused', 'halted', 'stopped', 'done')),
  settings jsonb not null,
  started_by uuid,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Of a rollout that halted by itself: at, ring, failed, finished, failureLimitPct.
  halt jsonb,
  revision integer not null default 1
);
create index firmware_rollout_active on firmware_rollout (release_id) where state in ('running', 'paused', 'halted');
create index firmware_rollout_started on firmware_rollout (started_at desc, id desc);

-- The device of each update exists once per rollout. Rows of a ring are made when the ring opens; chosen devices at once.
create table firmware_update (
  id uuid primary key,
  -- The number of the action in the interface of update clients (DDI).
  number bigint generated always as identity unique,
  rollout_id uuid not null references firmware_rollout (id),
  device_id integer not null references device on delete cascade,
  ring integer not null,
  state text not null,
  waiting_for text,
  progress_pct smallint,
  failure text,
  -- The device's own words.
  detail text,
  from_version text,
  tries smallint not null default 0,
  next_try_at timestamptz,
  -- The person who wants the update now; quiet hours do not delay it.
  wanted_by uuid,
  offered_at timestamptz,
  -- Since when the device runs the new version.
  returned_at timestamptz,
  changed_at timestamptz not null,
  unique (rollout_id, device_id)
);
-- A device has one update under way at most.
create unique index firmware_update_under_way on firmware_update (device_id)
  where state in ('offered', 'downloading', 'installing', 'rebooting', 'verifying');
create index firmware_update_device on firmware_update (device_id, changed_at desc);
create index firmware_update_rollout on firmware_update (rollout_id, ring, state);
create index firmware_update_changed on firmware_update (rollout_id, changed_at desc, id);

-- What a device reports of itself, and what staff chose for it.
create table firmware_device (
  device_id integer primary key references device on delete cascade,
  version text,
  sequence bigint,
  model text,
  chip text,
  channel text not null default 'stable',
  -- When the device reported the version above for the first time in a row.
  version_since timestamptz,
  reported_at timestamptz,
  -- SHA-256 of the token with which the device asks over HTTP.
  token_hash bytea unique,
  token_made_at timestamptz
);
create index firmware_device_model on firmware_device (model, channel);
create index firmware_device_version on firmware_device (version);
