-- IDEV-10: a faulty tracker whose place another one took. It stays, so that its history is read by whom it was read; what
-- it sends is not stored, and nobody commands it any more.
alter table device
  add column replaced_at timestamptz,
  -- A serial: the new one may be removed later.
  add column replaced_by text,
  add constraint device_replaced check ((replaced_at is null) = (replaced_by is null));

-- Of the feature device-status: a device that was removed or replaced has none. First of all that a removal does once it
-- holds the device (triggers go by their names, and the cascades are called RI_...), in the order in which messages of
-- devices take the same rows: status, list, then the rest.
create function device_status_follow_ends() returns trigger language plpgsql as $$
begin
  delete from device_status where device_id = old.id;
  return null;
end
$$;
create trigger "A_device_status_ends" after delete on device for each row execute function device_status_follow_ends();
create trigger "A_device_status_replaced" after update of replaced_at on device for each row
  when (old.replaced_at is null and new.replaced_at is not null) execute function device_status_follow_ends();
-- Those that were removed before.
delete from device_status s where not exists (select from device d where d.id = s.device_id);

-- Of the feature devices: the overview counts what is in use.
alter table device_list add column replaced boolean not null default false;
create function device_list_follow_replacement() returns trigger language plpgsql as $$
begin
  update device_list set replaced = true, configured = false, status = 'offline', network = 'disconnected'
  where device_id = new.id;
  return null;
end
$$;
create trigger device_list_replaced after update of replaced_at on device for each row
  when (old.replaced_at is null and new.replaced_at is not null) execute function device_list_follow_replacement();

-- The overview's counts, without the rows themselves.
create index device_list_overview on device_list (scope, status_rank, assignment, configured) where not replaced;
-- A list by status, and those of one status, that are filtered by something else: others are passed over unread.
drop index device_list_status;
create index device_list_status on device_list (scope, status_rank, name_key, device_id) include (network, assignment);
drop index device_list_status_seen;
create index device_list_status_seen on device_list (scope, status_rank, seen_ms, device_id)
  include (network, assignment);

-- Many devices that one transaction registers and assigns are written into the list once, at its end: whoever says that it
-- waits writes it.
create or replace function device_list_follow_devices() returns trigger language plpgsql as $$
begin
  if current_setting('trace.device_list_waits', true) = 'on' then
    return null;
  end if;
  perform write_device_list(array(select id from changed));
  return null;
end
$$;
create or replace function device_list_follow_assignments() returns trigger language plpgsql as $$
begin
  if current_setting('trace.device_list_waits', true) = 'on' then
    return null;
  end if;
  perform write_device_list(array(select distinct device_id from changed));
  return null;
end
$$;
