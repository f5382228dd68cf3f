-- Of the feature device-status: since when the messages of a device have had no credible time. Null: its clock is right, or
-- it has not reported since this column exists.
alter table device_status add column clock_wrong_since timestamptz;
