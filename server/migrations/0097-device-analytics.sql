-- Owned by the feature analytics: the country and the category of each device (ANA-04), and the runs that work them out.

-- One row per device in use, from its registration on, so that counting devices reads this narrow table alone.
-- A device's positions stay where they are. Only the country is stored.
create table device_analytics (
  device_id integer primary key references device (id) on delete cascade,
  -- ISO 3166-1 alpha-2. Null: no position yet, or a position at sea.
  country text,
  category text not null default 'uncategorized'
);
-- Counts per country and per category, and the newest devices of one of them.
create index device_analytics_country on device_analytics (country, device_id desc);
create index device_analytics_category on device_analytics (category, device_id desc);

create function device_analytics_follow_devices() returns trigger language plpgsql as $$
begin
  insert into device_analytics (device_id) select id from added;
  return null;
end
$$;
create trigger device_analytics_begins after insert on device
  referencing new table as added for each statement execute function device_analytics_follow_devices();

-- IDEV-10: a replaced device is no longer in use. Its replacement has a row of its own.
create function device_analytics_follow_replacement() returns trigger language plpgsql as $$
begin
  delete from device_analytics where device_id = new.id;
  return null;
end
$$;
create trigger device_analytics_replaced after update of replaced_at on device for each row
  when (old.replaced_at is null and new.replaced_at is not null) execute function device_analytics_follow_replacement();

insert into device_analytics (device_id) select id from device where replaced_at is null;

-- Who started a run is in the audit log.
create table analytics_run (
  id uuid primary key,
  started_at timestamptz not null,
  -- Renewed with each batch of devices, so that a run whose server died can be told from a slow one.
  progressed_at timestamptz not null,
  finished_at timestamptz,
  outcome text check (outcome in ('done', 'failed')),
  devices_total integer not null,
  devices_done integer not null default 0,
  constraint analytics_run_ended check ((finished_at is null) = (outcome is null))
);
-- T70: one run at a time, also when two are started at once.
create unique index analytics_run_open on analytics_run ((true)) where finished_at is null;
-- The newest run.
create index analytics_run_started on analytics_run (started_at desc);
