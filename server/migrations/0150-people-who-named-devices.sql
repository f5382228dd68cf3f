-- The person who gave a device its present name by renaming it. A name that a former user gave is personal data: it ends
-- with the account, and before the device goes to another user. A name from before this column stays.
alter table device add column named_by uuid;
create index device_named_by on device (named_by) where named_by is not null;
