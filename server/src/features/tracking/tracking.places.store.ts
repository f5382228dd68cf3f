import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface LastPositionRow {
  deviceId: number;
  at: Date;
  lat: number;
  lng: number;
  accuracyM: number | null;
  speedMps: number | null;
}

/**
 * Returns the newest reported position of each device since its own instant. Devices without one are missing. The
 * partitions are by day and read newest first, so a device that reported today costs one look-up.
 */
export async function listLastPositions(
  executor: Executor,
  devices: readonly { id: number; from: Date }[],
): Promise<LastPositionRow[]> {
  const { rows } = await sql<LastPositionRow>`
    select d.id as device_id, newest.at, newest.lat, newest.lng, newest.accuracy_m, newest.speed_mps
    from unnest(${devices.map(({ id }) => id)}::int[], ${devices.map(({ from }) => from)}::timestamptz[]) d(id, since)
    cross join lateral (
      select at, lat, lng, accuracy_m, speed_mps from position
      where device_id = d.id and at >= d.since order by at desc limit 1
    ) newest`.execute(executor);
  return rows;
}
