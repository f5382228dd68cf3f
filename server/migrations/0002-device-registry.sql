-- What the device gateway knows: its certificate authority, the certificates it gave out, the serials that may connect,
-- and messages that could not be understood.

create table device_authority (
  id smallint primary key default 1 check (id = 1),
  certificate_pem text not null,
  sealed_key text not null,
  created_at timestamptz not null default now()
);

create table device_certificate (
  fingerprint text primary key check (fingerprint ~ '^[0-9a-f]{64}$'),
  serial text not null check (serial ~ '^[A-Za-z0-9_-]{1,64}$'),
  kind text not null check (kind in ('factory', 'operational')),
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoke_reason text check (length(revoke_reason) <= 200),
  check ((revoked_at is null) = (revoke_reason is null))
);

-- A device has one operational certificate at a time; also serves "the certificates of a serial".
create unique index device_certificate_active on device_certificate (serial)
  where kind = 'operational' and revoked_at is null;
create index device_certificate_serial on device_certificate (serial, issued_at);
-- The deny list: what was revoked since a moment.
create index device_certificate_revoked on device_certificate (revoked_at) where revoked_at is not null;

create table device_registry (
  serial text primary key check (serial ~ '^[A-Za-z0-9_-]{1,64}$'),
  entered_at timestamptz not null default now(),
  entered_by text not null check (entered_by in ('factory', 'staff')),
  first_connected_at timestamptz,
  last_connected_at timestamptz
);

-- Trace_0001 and trace_0001 cannot both exist: people read serials aloud.
create unique index device_registry_any_case on device_registry (lower(serial));

create table device_quarantine (
  id bigint generated always as identity primary key,
  serial text not null,
  kind text not null check (length(kind) <= 32),
  reason text not null check (length(reason) <= 200),
  size_bytes integer not null,
  payload_start bytea not null check (length(payload_start) <= 512),
  received_at timestamptz not null
);

-- How many of a device were set aside on a day.
create index device_quarantine_serial on device_quarantine (serial, received_at);
