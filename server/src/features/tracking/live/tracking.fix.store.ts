import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/**
 * Returns the time of the last fix of each device, from the device's own start instant. Devices without a fix are
 * missing.
 */
export async function listLastFixes(
  executor: Executor,
  devices: readonly { id: number; from: Date }[],
): Promise<{ deviceId: number; fixAt: Date }[]> {
  // The newest row of each device by the key of position (device_id, at, …), today's and yesterday's part alone.
  const { rows } = await sql<{ deviceId: number; fixAt: Date }>`
    select d.id as device_id, newest.at as fix_at
    from unnest(${devices.map(({ id }) => id)}::int[], ${devices.map(({ from }) => from)}::timestamptz[]) d(id, since)
    cross join lateral (
      select at from position where device_id = d.id and at >= d.since order by at desc limit 1) newest`.execute(
    executor,
  );
  return rows;
}
