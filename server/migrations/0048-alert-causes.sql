-- Of the feature alerts: what ends an alert, when a cause is told anew, and how many e-mails a person gets.

alter table alert
  -- The device's own words of its newest event: a report ends the alert only when it was said after it.
  add column said_boot bigint,
  add column said_ts bigint,
  -- When this last began or was told of by an event. Null: a test.
  add column noted_at timestamptz;
update alert set noted_at = created_at where kind <> 'test';

-- Not sent: the person got enough e-mails that day.
alter table alert_delivery drop constraint alert_delivery_state_check;
alter table alert_delivery add constraint alert_delivery_state_check
  check (state in ('waiting', 'sent', 'over', 'none', 'limit', 'failed'));

-- What was told of a device lately; what goes with a device that is removed.
create index alert_lately on alert (device_id, kind, created_at) where device_id is not null;
-- How many e-mails a person gets in a day.
create index alert_delivery_mails on alert_delivery (account_id, due_at) where channel = 'email';
