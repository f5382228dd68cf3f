-- Owned by the feature accounts: a change of e-mail address that waits for its code.

create table email_change (
  account_id uuid primary key references person on delete cascade,
  -- Normalised. Several may wait for one address: who types the code first gets it.
  email text not null,
  -- By a key that is not in the database: six digits are soon guessed without one.
  code_fingerprint text not null,
  tries_left integer not null check (tries_left >= 0),
  expires_at timestamptz not null,
  created_at timestamptz not null
);

-- Of the feature ping: one row per account, the day of the counter that is in force or was the last one. A day has an
-- end of its own, so that a change of time zone begins no second one for the same hours (SET-04).
drop table ping_quota;
create table ping_quota (
  account_id uuid primary key,
  -- Which of the account's days it is, counted from 1.
  day_no integer not null,
  time_zone text not null,
  ends_at timestamptz not null,
  used integer not null check (used >= 0)
);
-- The day that a ping was counted on; null where days do not count (installers).
alter table ping drop column quota_day;
alter table ping add column quota_day_no integer;
-- What is a person's own, when they download it or leave.
create index ping_account on ping (account_id);
create index ping_location_account on ping_location (account_id);
create index device_command_sent_by on device_command (sent_by) where sent_by is not null;
create index user_activity_logs_account on user_activity_logs (account_id);

-- Of the platform: the last mail to an address that nobody here is to know any longer goes once it is delivered.
alter table mail add column is_last boolean not null default false;
