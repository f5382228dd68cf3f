import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** RET-07: deletes finished commands that were given before an instant. An unfinished command ends by its own expiry. */
export async function deleteOldCommands(tx: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from device_command where request_id in (
      select request_id from device_command where created_at < ${before} and finished_at is not null
      order by created_at limit ${limit} for update skip locked)
    returning 1`.execute(tx);
  return rows.length;
}
