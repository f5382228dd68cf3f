import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/**
 * Deletes updates that last changed before an instant, of rollouts that ended before that instant. Returns the number
 * deleted.
 */
export async function deleteOldUpdates(tx: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from firmware_update where id in (
      select u.id from firmware_update u join firmware_rollout o on o.id = u.rollout_id
      where o.ended_at < ${before} and u.changed_at < ${before}
      limit ${limit} for update of u skip locked)
    returning 1`.execute(tx);
  return rows.length;
}
