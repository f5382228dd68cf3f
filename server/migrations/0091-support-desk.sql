-- SUPP-01, SUPL-03: support staff search and page through all devices and all people.

-- Of the feature devices: all devices, newest first. The filters ride along, so that other rows are skipped unread.
create index device_list_newest on device_list (registered_ms, device_id)
  include (status_rank, assignment, seen_ms, replaced);

-- Of the feature people: all accounts of a role, newest first.
create index person_newest on person (role, created_at, id);

-- Of the feature tickets: the tickets about a device.
create index ticket_of_device on ticket ((device ->> 'serialNumber'), number);

-- Parts of names and addresses are found by three letters at a time. Without the extension a search reads all accounts.
do $$
declare
  place text;
begin
  select n.nspname into place from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  if place is not null then
    execute format('create index person_words on person
      using gin (lower('' '' || first_name || '' '' || last_name || '' '' || email) %I.gin_trgm_ops)', place);
  end if;
end
$$;
