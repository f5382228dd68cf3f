-- Whose archived days staff restored. The reason is free text about this person, so it ends with the account.
alter table archive_restoration add column user_id uuid;
update archive_restoration r set user_id = (
  select a.account_id from device_assignment a
  where a.device_id = r.device_id and a.assigned_at <= r.restored_at and (a.ended_at is null or a.ended_at > r.restored_at)
  limit 1);
create index archive_restoration_user on archive_restoration (user_id) where user_id is not null;
