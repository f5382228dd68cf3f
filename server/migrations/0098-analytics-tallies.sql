-- Owned by the feature analytics: counts over time (ANA-06). They outlive what they count, so they name no device, no person
-- and no position (RET-05).

-- What happened in a quarter of an hour. Every time zone in use differs from UTC by whole quarters, so sums of quarters are
-- exact for a day of any zone. After 100 days the quarters of a UTC day become one row.
create table analytics_tally (
  at timestamptz not null,
  series text not null,
  count integer not null check (count > 0),
  primary key (at, series)
);

-- What was true in a quarter of an hour: devices in all, devices heard from within 24 hours, devices per firmware version.
create table analytics_gauge (
  at timestamptz not null,
  series text not null,
  -- The firmware version. '' for a series without versions.
  label text not null default '',
  count integer not null check (count >= 0),
  primary key (at, series, label)
);

-- Until when everything is counted in analytics_tally. What happened later is counted when it is read.
create table analytics_progress (
  only_one boolean primary key default true check (only_one),
  counted_until timestamptz
);
insert into analytics_progress default values;

-- Of the feature ping: pings that ended in a span of time, by outcome.
create index ping_finished_at on ping (finished_at) include (outcome) where finished_at is not null;
-- Of the feature tickets: tickets opened, and tickets resolved, in a span of time.
create index ticket_created_at on ticket (created_at) include (priority);
create index ticket_resolved_at on ticket (resolved_at) where resolved_at is not null;
