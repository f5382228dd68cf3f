-- The columns of 0053's keys. Each table is locked (ACCESS EXCLUSIVE) for an instant: constant defaults rewrite no row.
-- They stand in a file of their own so that these locks end before the indexes of 0053 are built.

-- Of the feature device-health. `digest` is a SHA-256 of what the device said, its own time included. Rows from before have
-- an empty digest and no ts: a message with the same boot, seq and `at` counts as their repeat.
alter table device_event
  add column digest bytea not null default '',
  -- The device's own clock in ms, as it said it. Null: stored before this column.
  add column ts bigint,
  -- Another event or line already stood under the same boot and seq.
  add column equivocation boolean not null default false;
alter table device_log
  add column digest bytea not null default '',
  add column ts bigint,
  add column equivocation boolean not null default false;

-- Of the feature tracking. `ts`, `lat` and `lng` complete the identity of a position whose stored time depends on when it
-- arrived. Rows from before carry -1, 0, 0, which no message has: of these alone a repeat after the upgrade is a second row.
alter table position_skewed
  add column ts bigint not null default -1,
  add column lat double precision not null default 0,
  add column lng double precision not null default 0,
  -- False: stored at the device's own time, so close to an edge of the credible window that a repeat may fall outside it.
  add column skewed boolean not null default true;

-- Devices that sent positions from too far ahead. Until this instant a repeat of one of these may look credible.
create table position_ahead (
  device_id integer primary key,
  until timestamptz not null
);

-- Of the feature device-status.
alter table device_status
  -- When the newest report arrived. Null: before this column.
  add column report_received_at timestamptz,
  -- Since when only reports that are behind the newest have arrived.
  add column earlier_since timestamptz,
  -- When the device last began to count anew (decision 017).
  add column counter_reset_at timestamptz;
