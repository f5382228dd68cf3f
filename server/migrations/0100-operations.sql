-- Owned by the feature operations: the alarms of the operator's page that are active, so that each is logged once when it
-- begins, in whichever server process and across restarts.
create table operations_alarm (
  code text primary key,
  started_at timestamptz not null
);

-- Of platform/mail. The operator's page counts and lists the mails of one state, newest first.
create index mail_state on mail (state, id);

-- Of platform/devices. The operator's page counts the messages that were quarantined lately; retention takes the oldest.
create index device_quarantine_received_at on device_quarantine (received_at);
