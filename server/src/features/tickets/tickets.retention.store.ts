import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** RET-03: deletes tickets whose last change lies before an instant, with their whole conversation. */
export async function deleteOldTickets(tx: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from ticket where id in (
      select id from ticket where updated_at < ${before} order by updated_at limit ${limit} for update skip locked)
    returning 1`.execute(tx);
  return rows.length;
}
