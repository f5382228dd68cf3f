import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** RET-01: moves finished pings and their locations from before an instant to the archive, in one statement. */
export async function archiveOldPings(tx: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    with old as (
      select id from ping where created_at < ${before} and outcome <> 'waiting'
      order by created_at limit ${limit} for update skip locked
    ), places as (
      delete from ping_location where ping_id in (select id from old) returning *
    ), pings as (
      delete from ping where id in (select id from old) returning *
    )
    insert into ping_archive (ping_id, account_id, created_at, ping, location)
    select p.id, p.account_id, p.created_at, to_jsonb(p), to_jsonb(l)
    from pings p left join places l on l.ping_id = p.id
    returning 1`.execute(tx);
  return rows.length;
}

export async function deleteArchivedPings(tx: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from ping_archive where ping_id in (
      select ping_id from ping_archive where created_at < ${before} order by created_at limit ${limit})
    returning 1`.execute(tx);
  return rows.length;
}
