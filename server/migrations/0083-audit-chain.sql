-- Owned by platform/audit: the hash chain over the audit log (decision 026). Entries are chained a moment after their
-- transaction, in the order in which they became visible, so that no writer waits for another one.

-- Entries that are not in the chain yet. A queue, because ids are given before the commit: a lower id may appear later.
create table audit_unsealed (
  entry_id bigint primary key
);
insert into audit_unsealed select id from audit_log;

create table audit_seal (
  -- The place in the chain, from 1, without gaps.
  number bigint primary key,
  entry_id bigint not null unique,
  -- SHA-256 of the hash before and of the entry's content (server/src/platform/audit/chain.rules.ts).
  hash bytea not null
);

-- Where the chain goes on after retention has deleted its beginning. The newest row counts.
create table audit_checkpoint (
  number bigint primary key,
  hash bytea not null,
  -- The time of the last deleted entry.
  entries_until timestamptz not null,
  made_at timestamptz not null default now()
);

create function queue_audit_entries() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed select id from added;
  return null;
end
$$;
create trigger audit_log_queue after insert on audit_log referencing new table as added
  for each statement execute function queue_audit_entries();

-- The second line behind the rights of the application's role. An entry can be deleted once it is three years old.
drop trigger audit_log_append_only on audit_log;
create or replace function refuse_audit_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '3 years' then
    return old;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_log_append_only before update or truncate on audit_log
  for each statement execute function refuse_audit_change();
create trigger audit_log_keep before delete on audit_log
  for each row execute function refuse_audit_change();

create function refuse_chain_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'the audit chain is append-only' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_seal_append_only before update or truncate on audit_seal
  for each statement execute function refuse_chain_change();
create trigger audit_checkpoint_append_only before update or delete or truncate on audit_checkpoint
  for each statement execute function refuse_chain_change();

-- The only way in which the application deletes from the log: the oldest entries of the chain, all older than three
-- years by the clock of the database, with a checkpoint. SECURITY DEFINER, because the application's role must not
-- delete. The body is bound to its tables here (BEGIN ATOMIC), so no search_path of a caller changes its meaning.
create function delete_old_audit_entries(most integer) returns bigint
language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  with oldest as (
    select seal.number, seal.entry_id, seal.hash, entry.created_at,
      -- A missing entry stops the deletion: `audit verify` must find it.
      bool_and(coalesce(entry.created_at < now() - interval '3 years', false)) over (order by seal.number) as is_old
    from (select number, entry_id, hash from audit_seal order by number limit most) as seal
    left join audit_log entry on entry.id = seal.entry_id
  ), expired as (
    select number, entry_id, hash, created_at from oldest where is_old
  ), checkpoint as (
    insert into audit_checkpoint (number, hash, entries_until)
    select number, hash, created_at from expired order by number desc limit 1
  ), unchained as (
    delete from audit_seal where number in (select number from expired)
  ), deleted as (
    delete from audit_log where id in (select entry_id from expired) returning id
  )
  select count(*) from deleted;
end;
revoke execute on function delete_old_audit_entries(integer) from public;
