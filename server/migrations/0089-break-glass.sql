-- Owned by the feature location-access: support staff see the location of a device for at most 30 minutes, for a ticket
-- and with a reason, and the device's user is told (SUPL-07, T66). All instants are the database's own.

create table location_break_glass (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null,
  device_id integer not null,
  -- As they were: the device may be gone when its user reads the access log.
  serial text not null,
  device_name text not null,
  -- Null: the device had no user.
  user_id uuid,
  -- Positions are shown from then on: since when the user, or else the installer, has had the device.
  since timestamptz not null,
  ticket_id uuid not null,
  ticket_number text not null,
  reason text not null check (length(reason) between 10 and 500),
  starts_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  ended_as text check (ended_as in ('expired', 'ended', 'ground_lost')),
  check (ends_at <= starts_at + interval '30 minutes'),
  check ((ended_at is null) = (ended_as is null))
);
-- One at a time per staff member and device, also under parallel requests. The accesses that may still run.
create unique index location_break_glass_open on location_break_glass (staff_id, device_id) where ended_at is null;
-- What staff saw of a user, for the user's download and deletion.
create index location_break_glass_user on location_break_glass (user_id) where user_id is not null;

alter table location_look add column break_glass_id uuid references location_break_glass (id);
alter table location_look
  drop constraint location_look_right_by_check,
  add constraint location_look_right_by_check check (right_by in ('grant', 'installer_unassigned', 'break_glass')),
  -- The constraint was: without a grant there is no user.
  drop constraint location_look_check1,
  add constraint location_look_check1 check (case right_by
    when 'grant' then user_id is not null
    when 'installer_unassigned' then user_id is null
    else true end),
  add constraint location_look_break_glass_check check ((right_by = 'break_glass') = (break_glass_id is not null));
-- The views of an access, before its row can be deleted.
create index location_look_break_glass on location_look (break_glass_id) where break_glass_id is not null;
