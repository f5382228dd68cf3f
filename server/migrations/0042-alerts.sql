-- Owned by the feature alerts: what people are told of beside a panic, by which channel, and how that went (ALRT-01).

create table alert (
  id uuid primary key,
  -- Null: a test.
  device_id integer references device (id) on delete cascade,
  serial text,
  kind text not null check (kind in ('low_battery', 'silent', 'power_cut', 'tamper', 'hub_broken', 'test')),
  started_at timestamptz not null,
  ended_at timestamptz,
  -- When it is thought over by itself: it was an event, and the device never said that it lasts.
  expires_at timestamptz,
  created_at timestamptz not null,
  check ((device_id is null) = (kind = 'test'))
);
-- Once per cause, also under parallel messages; what is open of a device.
create unique index alert_open on alert (device_id, kind) where ended_at is null and device_id is not null;
-- Events that nobody confirmed.
create index alert_expires on alert (expires_at) where ended_at is null and expires_at is not null;
-- Retention takes the oldest.
create index alert_created_at on alert (created_at);

-- One message: an alert, to one person, by one channel.
create table alert_delivery (
  id uuid primary key,
  -- The order of a person's list.
  number bigint generated always as identity,
  alert_id uuid not null references alert (id) on delete cascade,
  device_id integer,
  account_id uuid not null,
  channel text not null check (channel in ('portal', 'email', 'push')),
  state text not null check (state in ('waiting', 'sent', 'over', 'none', 'failed')),
  -- Now, or the end of the quiet hours.
  due_at timestamptz not null,
  -- Browsers that it went to: a second attempt leaves them out.
  sent_to uuid[] not null default '{}',
  settled_at timestamptz,
  read_at timestamptz,
  last_error text,
  unique (alert_id, account_id, channel)
);
-- The list of a person.
create index alert_delivery_list on alert_delivery (account_id, number desc) where channel = 'portal';
-- How many are unread.
create index alert_delivery_unread on alert_delivery (account_id, device_id) where channel = 'portal' and read_at is null;

create table alert_settings (
  account_id uuid primary key,
  -- Null: as usual for the person's role.
  choices jsonb,
  quiet_from text,
  quiet_to text,
  check ((quiet_from is null) = (quiet_to is null))
);

-- Browsers that get pushed messages. A browser is one person's: whoever subscribed it last.
create table alert_browser (
  id uuid primary key,
  account_id uuid not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  name text not null,
  added_at timestamptz not null,
  last_sent_at timestamptz
);
-- The browsers of a person.
create index alert_browser_account on alert_browser (account_id, added_at);

-- Owned by platform/push: the key pair that proves to push services who sends (VAPID), made once.
create table push_key (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  sealed_private_key text not null
);

-- Owned by device-status: what heartbeats say of power and tampering, and whether a long silence was told.
alter table device_status
  add column external_power boolean,
  add column tampered boolean,
  add column silence_alerted boolean not null default false;
-- The look for devices that have been silent for long.
create index device_status_long_silent on device_status (silent_at) where not silence_alerted;
