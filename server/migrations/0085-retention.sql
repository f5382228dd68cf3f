-- Owned by the feature retention: what each run removed (RET-06), and which archived days are restored (RET-01).

create table retention_run (
  id bigint generated always as identity primary key,
  -- A key of retentionPeriods (contract/src/retention/retention.rules.ts).
  kind text not null,
  -- Data from before this instant is removed.
  before timestamptz not null,
  started_at timestamptz not null,
  -- Null: the run has not ended. A run whose process died goes on as another run.
  finished_at timestamptz,
  -- Counted in the transactions that remove, so the number is exact after a crash too.
  removed bigint not null default 0,
  problem text
);
-- Retention takes the oldest.
create index retention_run_started_at on retention_run (started_at);

-- Until it expires, the user of the device can download its archived positions of this time.
create table archive_restoration (
  id uuid primary key,
  device_id integer not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  reason text not null check (length(reason) between 1 and 500),
  restored_by uuid not null,
  restored_at timestamptz not null,
  expires_at timestamptz not null,
  check (from_at < until_at)
);
create index archive_restoration_device on archive_restoration (device_id, expires_at);
create index archive_restoration_restored_at on archive_restoration (restored_at);

-- Owned by the feature tracking: a day of positions moves here as a whole table (detached and attached in one
-- transaction), so no crash can lose or double a position. Ordinary reads name the table `position` alone.
create table position_archive (
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
  primary key (device_id, at, boot, seq) include (lat, lng)
) partition by range (at);
create index position_skewed_received_at on position_skewed (received_at);
create index position_equivocation_received_at on position_equivocation (received_at);

-- Owned by the feature ping. The rows as JSON: later columns of `ping` need no second migration.
create table ping_archive (
  ping_id uuid primary key,
  account_id uuid not null,
  created_at timestamptz not null,
  ping jsonb not null,
  -- Null: the ping found no position.
  location jsonb
);
create index ping_archive_account on ping_archive (account_id);
create index ping_archive_created_at on ping_archive (created_at);
create index ping_created_at on ping (created_at);

-- Retention takes the oldest of the features device-commands, device-health, location-access and tickets.
create index device_command_created_at on device_command (created_at);
create index device_event_received_at on device_event (received_at);
create index device_log_received_at on device_log (received_at);
create index location_access_requested_at on location_access (requested_at);
create index ticket_updated_at on ticket (updated_at);
