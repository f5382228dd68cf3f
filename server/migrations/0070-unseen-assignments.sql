-- Owned by the feature devices. True until the user of an assignment by email has seen the device. Until then the table
-- shows an account like an address without one, so that no installer learns whose address it is.
alter table device_assignment add column is_unseen boolean not null default false;

-- Leaves the account and the name of a user who has not looked out of the row that `write_device_list` writes.
create function device_list_hide_unseen() returns trigger language plpgsql as $$
begin
  if new.account_id is not null and exists (
    select from device_assignment where device_id = new.device_id and ended_at is null and is_unseen
  ) then
    new.user_name := null;
    new.assignment := 'waiting';
    new.words := (
      select raw.words || regexp_replace(raw.words, '[^[:alnum:]]+', ' ', 'g')
      from device d
        cross join lateral (select lower(concat_ws(' ', '', d.serial, d.nickname, d.hub_id, new.user_email)) as words) raw
      where d.id = new.device_id);
  end if;
  return new;
end
$$;
create trigger device_list_unseen before insert or update of account_id, user_name, assignment, words on device_list
  for each row execute function device_list_hide_unseen();
