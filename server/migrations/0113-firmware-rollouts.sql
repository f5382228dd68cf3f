-- Owned by the feature firmware: what the engine of rollouts needs beyond 0112.

-- One rollout per model and channel at a time, also when two staff members start one at once.
alter table firmware_rollout
  add column model text not null,
  add column channel text not null,
  -- The devices of each ring, counted when the rollout started.
  add column ring_totals integer[] not null,
  -- When the members of the open rings were last looked for.
  add column joined_at timestamptz;
create unique index firmware_rollout_one on firmware_rollout (model, channel) where state in ('running', 'paused', 'halted');

alter table firmware_update
  -- The command that made the offer. Its refusal belongs to this try alone.
  add column command_id uuid,
  -- When the guards were last checked.
  add column looked_at timestamptz,
  -- The boot count of the device at its report that it restarts, then at its return: a later boot with the old version
  -- went back.
  add column since_boot bigint,
  -- The newest report over MQTT: a repeat changes nothing.
  add column report_boot bigint,
  add column report_seq bigint;
-- Finds the update of a command that is sent, or answered.
create index firmware_update_command on firmware_update (command_id) where command_id is not null;
-- The next updates whose guards are checked.
create index firmware_update_waiting on firmware_update (rollout_id, looked_at nulls first) where state = 'waiting';
-- Updates that a person waits for are offered also after the rollout is done.
create index firmware_update_wanted on firmware_update (rollout_id) where state = 'waiting' and wanted_by is not null;

-- A stable number from 0 to 99 of a device in a rollout: its place in the rings.
create function firmware_percentile(rollout uuid, serial text) returns integer language sql immutable parallel safe as $$
  select (('x' || substr(md5(rollout::text || serial), 1, 8))::bit(32)::bigint % 100)::integer
$$;
