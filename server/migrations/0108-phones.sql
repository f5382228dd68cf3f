-- Owned by the feature phones: phones that report as devices of their user (PHON-01).

create table phone (
  device_id integer primary key references device on delete cascade,
  account_id uuid not null references person on delete cascade,
  -- SHA-256 of the secret in the address or the password of the phone's app. The secret itself is stored nowhere.
  secret_hash bytea not null unique,
  secret_made_at timestamptz not null
);
-- The phones of a user: the list, the limit, the data download.
create index phone_account on phone (account_id);

-- The prefix says that a device is a phone, so no tracker may have it (decision 030).
alter table device_registry add constraint device_registry_no_phone check (lower(serial) not like 'phone\_%');
