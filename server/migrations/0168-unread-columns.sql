-- Columns that no version reads. Old server processes do not write them during an upgrade: entries_until is written by
-- the function below alone, and the others have only their defaults.
create or replace function delete_old_audit_entries(most integer) returns bigint
language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  with oldest as (
    select seal.number, seal.entry_id, seal.hash,
      -- A missing entry stops the deletion: `audit verify` must find it.
      bool_and(coalesce(entry.created_at < now() - interval '3 years', false)) over (order by seal.number) as is_old
    from (select number, entry_id, hash from audit_seal order by number limit most) as seal
    left join audit_log entry on entry.id = seal.entry_id
  ), expired as (
    select number, entry_id, hash from oldest where is_old
  ), checkpoint as (
    insert into audit_checkpoint (number, hash)
    select number, hash from expired order by number desc limit 1
  ), unchained as (
    delete from audit_seal where number in (select number from expired)
  ), deleted as (
    delete from audit_log where id in (select entry_id from expired) returning id
  )
  select count(*) from deleted;
end;
alter table audit_checkpoint drop column entries_until, drop column made_at;

-- Of the feature device-status. The last statement, because every message of a device needs this table.
alter table device_status drop column live_gps_interval_ms;
