-- Work outside of the database that a process can leave unfinished.

-- Of the feature firmware: files of images whose upload has begun. A sweep deletes files that no release has a day later.
create table firmware_upload (
  file_name text primary key,
  started_at timestamptz not null
);

-- Of the feature subscription: when the name and address of a former user were removed at the payment service. Null: not
-- yet, so each day tries again.
alter table billing_customer add column anonymised_at timestamptz;
