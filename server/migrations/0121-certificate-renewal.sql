-- Certificates of devices, gateway and authority renew themselves (REG-12, decision 040).

-- Authorities follow each other: 1, 2, 3 …
alter table device_authority
  drop constraint device_authority_id_check,
  alter column id drop default,
  add check (id > 0);

-- The certificate of the device gateway, shared by all processes.
create table device_gateway_certificate (
  id smallint primary key default 1 check (id = 1),
  certificate_pem text not null,
  sealed_key text not null,
  host_names text[] not null,
  authority_id smallint not null references device_authority (id),
  expires_at timestamptz not null
);

alter table device_certificate
  -- next: issued by a renewal and not used yet · retiring: valid until retires_at, beside its successor
  add column standing text not null default 'current' check (standing in ('current', 'next', 'retiring')),
  add column retires_at timestamptz,
  -- SHA-256 of the public key, lower-case hex. Null for certificates from before this column.
  add column key_hash text check (key_hash ~ '^[0-9a-f]{64}$'),
  -- Kept for renewals, so that a repeated request gets the same answer.
  add column renewal_pem text check (length(renewal_pem) <= 4096),
  add check ((standing = 'retiring') = (retires_at is not null)),
  add check (standing = 'current' or kind = 'operational');

-- A device has one operational certificate in use, at most one that waits for its first use, and the ones before.
drop index device_certificate_active;
create unique index device_certificate_active on device_certificate (serial)
  where kind = 'operational' and revoked_at is null and standing = 'current';
create unique index device_certificate_next on device_certificate (serial)
  where revoked_at is null and standing = 'next';
create unique index device_certificate_renewal on device_certificate (serial, key_hash) where renewal_pem is not null;
create index device_certificate_retiring on device_certificate (retires_at)
  where revoked_at is null and standing = 'retiring';

-- The newest authority that the device has reported to trust. All devices trust the first one.
alter table device_registry add column trusted_authority smallint not null default 1;
