-- Of the feature device-status: how many seconds a wrong clock is ahead, negative when behind. Null: the clock is right,
-- the device has no time, or it has not reported since this column exists.
alter table device_status add column clock_off_sec bigint;
