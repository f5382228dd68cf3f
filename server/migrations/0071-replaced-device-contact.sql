-- IDEV-10: a replaced device keeps the time of its last contact. Its status ends with the replacement, because its
-- messages are no longer stored.

-- Owned by the feature device-status.
create table replaced_device_contact (
  device_id integer primary key references device on delete cascade,
  heard_at timestamptz not null
);

create function device_status_follow_replacement() returns trigger language plpgsql as $$
begin
  insert into replaced_device_contact (device_id, heard_at)
  select device_id, heard_at from device_status where device_id = new.id and heard_at is not null;
  delete from device_status where device_id = new.id;
  return null;
end
$$;
drop trigger "A_device_status_replaced" on device;
create trigger "A_device_status_replaced" after update of replaced_at on device for each row
  when (old.replaced_at is null and new.replaced_at is not null) execute function device_status_follow_replacement();

-- Of the feature devices: a device that was online is sorted by its last contact from then on.
create or replace function device_list_follow_replacement() returns trigger language plpgsql as $$
declare
  contact timestamptz := (select heard_at from replaced_device_contact where device_id = new.id);
begin
  update device_list set replaced = true, configured = false, status = 'offline', network = 'disconnected',
    battery_step = 100, signal_step = 100, seen_ms = coalesce(floor(extract(epoch from contact) * 1000)::bigint, 0)
  where device_id = new.id;
  return null;
end
$$;
