-- Owned by the feature panic: drills of the whole chain, by hand and monthly (PANIC-08). The measured times are those of
-- the drill's incident, which is marked as a test.
create table panic_drill (
  id uuid primary key,
  account_id uuid not null,
  device_id integer not null,
  hub_name text,
  is_monthly boolean not null,
  incident_id uuid references panic_incident (id) on delete cascade,
  started_at timestamptz not null
);
-- A user's drills, newest first; the last drill of a device.
create index panic_drill_account on panic_drill (account_id, started_at desc);
create index panic_drill_device on panic_drill (device_id, started_at desc);
create index panic_drill_incident on panic_drill (incident_id);
