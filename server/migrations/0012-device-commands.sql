-- Owned by the feature device-commands: every command with its outcome (CTRL-04).

create table device_command (
  request_id uuid primary key,
  device_id integer not null,
  serial text not null,
  command text not null,
  parameters jsonb not null,
  -- Which feature hears of the end: ping, tracking, or a person's own command.
  purpose text not null,
  sent_by uuid,
  state text not null check (state in ('queued', 'waiting', 'sent', 'acknowledged', 'answered', 'failed', 'expired', 'cancelled')),
  created_at timestamptz not null,
  expires_at timestamptz,
  sent_at timestamptz,
  acknowledged_at timestamptz,
  finished_at timestamptz,
  result jsonb,
  -- Which message of the device was the answer.
  answer_boot bigint,
  answer_seq bigint
);

-- What waits for a device that has just connected.
create index device_command_waiting on device_command (serial, created_at) where state in ('queued', 'waiting');
-- The sweep that ends what has expired.
create index device_command_expiry on device_command (expires_at) where finished_at is null;
-- The history of a device, newest first.
create index device_command_history on device_command (device_id, created_at desc);
