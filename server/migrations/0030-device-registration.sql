-- REG-09: claim codes of registry entries, as hashes alone; and how many wrong ones a person has shown.

alter table device_registry
  -- Of the code that registering needs; null where it needs none. Removing the device makes a new one.
  add column claim_hash bytea check (length(claim_hash) = 32),
  -- Of the code that is printed on the device: a removal does not change it.
  add column label_hash bytea check (length(label_hash) = 32);

-- Owned by the feature devices: 10 wrong codes an hour, whatever devices they are for.
create table device_claim_try (
  account_id uuid primary key,
  wrong integer not null check (wrong >= 0),
  since timestamptz not null
);
