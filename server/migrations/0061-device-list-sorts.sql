-- IDEV-11: the device table sorts by each of its columns.

-- Of the feature devices: a level in steps, so that most heartbeats leave the list unchanged. Unknown levels come last.
create function device_level_step(percent real, width integer) returns smallint
  language sql immutable parallel safe as $$
  select coalesce(floor(percent / width)::smallint, 100::smallint)
$$;

-- Devices without a hub or a user come last: no character sorts after chr(1114111).
alter table device_list
  add column hub_key text not null default chr(1114111),
  add column user_key text not null generated always as (lower(coalesce(user_name, user_email, chr(1114111)))) stored,
  add column battery_step smallint not null default 100,
  add column signal_step smallint not null default 100;

update device_list l set hub_key = coalesce(lower(d.hub_id), chr(1114111)),
  battery_step = device_level_step(s.battery_pct, 5), signal_step = device_level_step(s.signal_pct, 20)
from device d left join device_status s on s.device_id = d.id
where d.id = l.device_id;

create index device_list_hub on device_list (scope, hub_key, device_id) include (status_rank, network, assignment);
create index device_list_user on device_list (scope, user_key, device_id) include (status_rank, network, assignment);
create index device_list_battery on device_list (scope, battery_step, device_id) include (status_rank, network, assignment);
create index device_list_signal on device_list (scope, signal_step, device_id) include (status_rank, network, assignment);

-- The same as before, with the hub.
create or replace function write_device_list(ids integer[]) returns void language plpgsql as $$
begin
  perform from device_status where device_id = any(ids) order by device_id for update;
  perform from device_list where device_id = any(ids) order by device_id for update;
  insert into device_list as l (device_id, scope, account_id, user_name, user_email, assignment,
    name, name_key, hub_key, words, registered_ms, status, network, seen_ms)
  select d.id, coalesce(d.company_id, d.registered_by), a.account_id, nullif(trim(u.first_name || ' ' || u.last_name), ''),
    coalesce(u.email, a.email),
    case when a.id is null then 'none' when a.account_id is null then 'waiting' else 'assigned' end,
    shown.name, lower(shown.name), coalesce(lower(d.hub_id), chr(1114111)),
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
    assignment = excluded.assignment, name = excluded.name, name_key = excluded.name_key, hub_key = excluded.hub_key,
    words = excluded.words
  where (l.scope, l.account_id, l.user_name, l.user_email, l.assignment, l.name, l.words) is distinct from
    (excluded.scope, excluded.account_id, excluded.user_name, excluded.user_email, excluded.assignment, excluded.name, excluded.words);
end
$$;

create function device_list_follow_levels() returns trigger language plpgsql as $$
begin
  update device_list set battery_step = device_level_step(new.battery_pct, 5),
    signal_step = device_level_step(new.signal_pct, 20)
  where device_id = new.device_id;
  return null;
end
$$;
create trigger device_list_changed_levels after update on device_status for each row
  when ((old.battery_pct is distinct from new.battery_pct or old.signal_pct is distinct from new.signal_pct)
    and (device_level_step(old.battery_pct, 5) <> device_level_step(new.battery_pct, 5)
      or device_level_step(old.signal_pct, 20) <> device_level_step(new.signal_pct, 20)))
  execute function device_list_follow_levels();

create or replace function device_list_follow_replacement() returns trigger language plpgsql as $$
begin
  update device_list set replaced = true, configured = false, status = 'offline', network = 'disconnected',
    battery_step = 100, signal_step = 100
  where device_id = new.id;
  return null;
end
$$;
