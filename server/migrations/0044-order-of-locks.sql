-- Whoever changes devices and whatever devices say of themselves meet at the same rows. Both take them in one order, so that
-- nobody waits for each other in a circle: the device (people who change it), its status, its row in the list, then the
-- rest; of several devices by their ids. Messages do not hold the device, so a change must hold the status before it
-- deletes the device or sets it aside, which is when a message that refers to it would have to wait.

-- Of the feature device-status: every device has a status from its registration on, for there is no holding a row that is
-- not there.
create function device_status_follow_devices() returns trigger language plpgsql as $$
begin
  insert into device_status (device_id, serial) select id, serial from added;
  return null;
end
$$;
create trigger "A_device_status_begins" after insert on device
  referencing new table as added for each statement execute function device_status_follow_devices();
insert into device_status (device_id, serial)
select id, serial from device where replaced_at is null on conflict (device_id) do nothing;

-- Of the feature devices: a status that begins says what the list says of a new device anyway.
drop trigger device_list_first_status on device_status;

create function hold_devices(ids integer[]) returns void language plpgsql as $$
begin
  perform from device where id = any(ids) order by id for no key update;
  perform from device_status where device_id = any(ids) order by device_id for update;
end
$$;

-- Writes the rows of these devices anew. They are held first, in one order, and read afterwards: of two that change the
-- same device the later one sees what the other has committed. How a device is belongs to the trigger of its status.
create or replace function write_device_list(ids integer[]) returns void language plpgsql as $$
begin
  perform from device_status where device_id = any(ids) order by device_id for update;
  perform from device_list where device_id = any(ids) order by device_id for update;
  insert into device_list as l (device_id, scope, account_id, user_name, user_email, assignment,
    name, name_key, words, registered_ms, status, network, seen_ms)
  select d.id, coalesce(d.company_id, d.registered_by), a.account_id, nullif(trim(u.first_name || ' ' || u.last_name), ''),
    coalesce(u.email, a.email),
    case when a.id is null then 'none' when a.account_id is null then 'waiting' else 'assigned' end,
    shown.name, lower(shown.name),
    raw.words || regexp_replace(raw.words, '[^[:alnum:]]+', ' ', 'g'),
    floor(extract(epoch from d.registered_at) * 1000)::bigint,
    word.status, device_network_word(word.status, coalesce(s.connected, false), s.network_type),
    device_seen_ms(word.status, s.heard_at, coalesce(s.silence_told, false))
  from device d
    left join device_assignment a on a.device_id = d.id and a.ended_at is null
    left join person u on u.id = a.account_id
    left join device_status s on s.device_id = d.id
    cross join lateral (select coalesce(d.nickname, 'Device ' || d.serial) as name) shown
    cross join lateral (select lower(concat_ws(' ', '', d.serial, d.nickname, d.hub_id, u.first_name, u.last_name,
      coalesce(u.email, a.email))) as words) raw
    cross join lateral (select device_status_word(s.heard_at, s.reported, coalesce(s.silence_told, false)) as status) word
  where d.id = any(ids)
  order by d.id
  on conflict (device_id) do update set
    scope = excluded.scope, account_id = excluded.account_id, user_name = excluded.user_name, user_email = excluded.user_email,
    assignment = excluded.assignment, name = excluded.name, name_key = excluded.name_key, words = excluded.words
  where (l.scope, l.account_id, l.user_name, l.user_email, l.assignment, l.name, l.words) is distinct from
    (excluded.scope, excluded.account_id, excluded.user_name, excluded.user_email, excluded.assignment, excluded.name, excluded.words);
end
$$;
