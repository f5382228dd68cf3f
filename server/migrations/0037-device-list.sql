-- Owned by the feature devices: the device table of installers (IDEV-08), one narrow row per device that holds all that
-- it is searched, filtered and sorted by. It is a projection: triggers write it in the transaction of what they follow, so
-- it never disagrees with what is committed, and nothing else writes it.

-- How a device is: the same as statusOf of device-status.rules, with the silence that its sweep has noted.
create function device_status_word(heard_at timestamptz, reported text, is_silent boolean) returns text
  language sql immutable parallel safe as $$
  select case
    when heard_at is null then 'awaiting'
    when reported = 'error' then 'error'
    when reported in ('updating', 'sleeping') and not is_silent then reported
    when is_silent or reported = 'offline' then 'offline'
    else 'online'
  end
$$;

-- Trouble first.
create function device_status_rank(status text) returns smallint language sql immutable parallel safe as $$
  select case status
    when 'error' then 0 when 'offline' then 1 when 'awaiting' then 2 when 'updating' then 3 when 'sleeping' then 4 else 5
  end::smallint
$$;

-- What people read of its network: the same as networkOf, for a device that is there.
create function device_network_word(status text, connected boolean, network_type text) returns text
  language sql immutable parallel safe as $$
  select case
    when not connected or network_type is null or status not in ('online', 'updating', 'error') then 'disconnected'
    when network_type = 'ethernet' then 'ethernet'
    else 'sim'
  end
$$;

-- When it was seen, in ms, so that a device that is there now comes before all others and does not move with each of its
-- heartbeats: only what changes how it is seen is written here.
create function device_seen_ms(status text, heard_at timestamptz, is_silent boolean) returns bigint
  language sql immutable parallel safe as $$
  select case
    when heard_at is null then 0
    when status in ('online', 'updating', 'error') and not is_silent then 8640000000000000
    else floor(extract(epoch from heard_at) * 1000)::bigint
  end
$$;

create table device_list (
  device_id integer primary key references device (id) on delete cascade,
  -- Whose list it stands in: of the company that stands for it, else of who registered it.
  scope uuid not null,
  account_id uuid,
  user_name text,
  user_email text,
  assignment text not null check (assignment in ('none', 'waiting', 'assigned')),
  name text not null,
  name_key text not null,
  -- What is searched: serial, name, hub, the user's name and address; and their parts, each after a blank.
  words text not null,
  registered_ms bigint not null,
  status text not null,
  status_rank smallint not null generated always as (device_status_rank(status)) stored,
  network text not null,
  seen_ms bigint not null
) with (fillfactor = 80);

-- The pages of a list in each order; what it is filtered by rides along, so that others are passed over unread.
create index device_list_name on device_list (scope, name_key, device_id) include (status_rank, network, assignment);
create index device_list_registered on device_list (scope, registered_ms, device_id)
  include (status_rank, network, assignment);
create index device_list_seen on device_list (scope, seen_ms, device_id) include (status_rank, network, assignment);
-- A list by status; those of one status, by name or by when they were seen; those of one network or assignment.
create index device_list_status on device_list (scope, status_rank, name_key, device_id);
create index device_list_status_seen on device_list (scope, status_rank, seen_ms, device_id);
create index device_list_network on device_list (scope, network, name_key, device_id);
create index device_list_assignment on device_list (scope, assignment, name_key, device_id);
-- Those that a person is the user of.
create index device_list_account on device_list (account_id) where account_id is not null;

-- Parts of words are found by three letters at a time. Without that extension a search reads the list instead: slower, and
-- the same answer.
do $$
declare
  place text;
begin
  begin
    create extension if not exists pg_trgm with schema public;
  exception when insufficient_privilege or undefined_file or invalid_schema_name or feature_not_supported then
    raise notice 'pg_trgm is not there: searching devices reads whole lists';
  end;
  select n.nspname into place from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  if place is not null then
    execute format('create index device_list_words on device_list using gin (words %I.gin_trgm_ops)', place);
  end if;
end
$$;

-- Writes the rows of these devices anew. They are held first, in one order, and read afterwards: of two that change the
-- same device the later one sees what the other has committed. How a device is belongs to the trigger of its status.
create function write_device_list(ids integer[]) returns void language plpgsql as $$
begin
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

create function device_list_follow_devices() returns trigger language plpgsql as $$
begin
  perform write_device_list(array(select id from changed));
  return null;
end
$$;
create trigger device_list_new_device after insert on device
  referencing new table as changed for each statement execute function device_list_follow_devices();
create trigger device_list_changed_device after update on device
  referencing new table as changed for each statement execute function device_list_follow_devices();

create function device_list_follow_assignments() returns trigger language plpgsql as $$
begin
  perform write_device_list(array(select distinct device_id from changed));
  return null;
end
$$;
create trigger device_list_new_assignment after insert on device_assignment
  referencing new table as changed for each statement execute function device_list_follow_assignments();
create trigger device_list_changed_assignment after update on device_assignment
  referencing new table as changed for each statement execute function device_list_follow_assignments();
create trigger device_list_deleted_assignment after delete on device_assignment
  referencing old table as changed for each statement execute function device_list_follow_assignments();

-- Only a change of what is shown writes: a heartbeat that says what the one before said costs a comparison.
create function device_list_follow_status() returns trigger language plpgsql as $$
declare
  word text := device_status_word(new.heard_at, new.reported, new.silence_told);
  net text := device_network_word(word, new.connected, new.network_type);
  seen bigint := device_seen_ms(word, new.heard_at, new.silence_told);
begin
  update device_list set status = word, network = net, seen_ms = seen
  where device_id = new.device_id and (status, network, seen_ms) is distinct from (word, net, seen);
  return null;
end
$$;
create trigger device_list_first_status after insert on device_status
  for each row execute function device_list_follow_status();
create trigger device_list_changed_status after update on device_status for each row
  when (old.reported is distinct from new.reported or old.silence_told <> new.silence_told or old.connected <> new.connected
    or old.network_type is distinct from new.network_type or (old.heard_at is null) <> (new.heard_at is null)
    or (new.reported in ('sleeping', 'offline') and old.heard_at is distinct from new.heard_at))
  execute function device_list_follow_status();

create function device_list_follow_person() returns trigger language plpgsql as $$
begin
  perform write_device_list(array(select device_id from device_list where account_id = new.id));
  return null;
end
$$;
create trigger device_list_changed_person after update on person for each row
  when (old.first_name <> new.first_name or old.last_name <> new.last_name or old.email <> new.email)
  execute function device_list_follow_person();

-- Those that were there before.
select write_device_list(array(select id from device));

-- Of the feature device-health: the newest errors of a device, for the column Error Logs.
create index device_log_errors on device_log (device_id, received_at desc) where level = 'error';
