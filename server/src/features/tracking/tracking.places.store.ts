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
 * partitions are by day and read newest first, so a device that reported today costs a look-up in rows and in packed
 * days. Late positions of a packed day are rows, so the newest row can be older than a packed position.
 */
export async function listLastPositions(
  executor: Executor,
  devices: readonly { id: number; from: Date }[],
): Promise<LastPositionRow[]> {
  const { rows } = await sql<LastPositionRow>`
    select d.id as device_id, found.at, found.lat, found.lng, found.accuracy_m, found.speed_mps
    from unnest(${devices.map(({ id }) => id)}::int[], ${devices.map(({ from }) => from)}::timestamptz[]) d(id, since)
    left join lateral (
      select at, lat, lng, accuracy_m, speed_mps from position
      where device_id = d.id and at >= d.since order by at desc limit 1
    ) newest on true
    left join lateral (
      select last_at as at, lat[positions] as lat, lng[positions] as lng, accuracy_m[positions] as accuracy_m,
        speed_mps[positions] as speed_mps
      from position_packed
      where device_id = d.id and day >= (coalesce(newest.at, d.since) at time zone 'UTC')::date and last_at >= d.since
      order by day desc limit 1
    ) packed on true
    cross join lateral (
      select newest.* where newest.at is not null
      union all
      select packed.* where packed.at is not null
      order by at desc limit 1
    ) found`.execute(executor);
  return rows;
}
