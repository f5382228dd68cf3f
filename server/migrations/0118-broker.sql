-- Owned by the device gateway: the MQTT sessions that a broker of the operator keeps for the server processes
-- (decision 037).
create table broker_session (
  number int primary key check (number > 0),
  holder uuid not null,
  held_until timestamptz not null
);

-- The serial number in the certificate, for the list of revoked certificates. Null: issued before this list existed.
alter table device_certificate add column number text check (number ~ '^[0-9a-f]{2,40}$');
