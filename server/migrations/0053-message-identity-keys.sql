-- The identity of an event and of a log line is what the device said, not its counter alone (decision 017). No row is
-- changed or lost: rows that were unique by (device_id, boot, seq) are unique by the longer keys.
--
-- Building an index locks its table against writes (SHARE) and lets reads go on; about a second per million rows was measured on
-- two cores. Devices keep what has no PUBACK, so nothing is lost meanwhile. The swap of the keys locks all (ACCESS
-- EXCLUSIVE), but only for an instant: their columns are NOT NULL already, so no row is read.
-- device_event comes last: panics wait for the index of their own, small table alone.

create unique index position_skewed_identity on position_skewed (device_id, boot, seq, ts, lat, lng);
create unique index device_log_identity on device_log (device_id, boot, seq, digest);
create unique index device_event_identity on device_event (device_id, boot, seq, digest);

alter table position_skewed
  drop constraint position_skewed_pkey,
  add constraint position_skewed_pkey primary key using index position_skewed_identity;
alter table device_log
  drop constraint device_log_pkey,
  add constraint device_log_pkey primary key using index device_log_identity;
alter table device_event
  drop constraint device_event_pkey,
  add constraint device_event_pkey primary key using index device_event_identity;
