import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** RET-07: deletes events, with the positions in them, and log lines that arrived before an instant. */
export async function deleteOldReports(tx: Executor, before: Date, limit: number): Promise<number> {
  const { rows: events } = await sql`
    delete from device_event where ctid = any(array(
      select ctid from device_event where received_at < ${before} order by received_at limit ${limit}))
    returning 1`.execute(tx);
  const { rows: lines } = await sql`
    delete from device_log where ctid = any(array(
      select ctid from device_log where received_at < ${before} order by received_at limit ${limit}))
    returning 1`.execute(tx);
  return events.length + lines.length;
}
