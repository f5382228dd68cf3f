import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** RET-01: whether positions of a device are archived in a time of whole days (UTC), in rows or packed. */
export async function hasArchivedPositions(
  executor: Executor,
  { deviceId, fromAt, untilAt }: { deviceId: number; fromAt: Date; untilAt: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isFound: boolean }>`
    select exists (select from position_archive where device_id = ${deviceId} and at >= ${fromAt} and at < ${untilAt})
      or exists (select from position_archive_packed where device_id = ${deviceId}
        and day >= (${fromAt}::timestamptz at time zone 'UTC')::date
        and day < (${untilAt}::timestamptz at time zone 'UTC')::date) as is_found`.execute(executor);
  return rows[0]!.isFound;
}
