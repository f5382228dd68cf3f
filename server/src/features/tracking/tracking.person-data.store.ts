import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import { utcDayOf } from './packing/tracking.packing.rules.ts';

export interface OwnPosition {
  readonly at: Date;
  readonly lat: number;
  readonly lng: number;
  readonly speedMps: number | null;
  readonly courseDeg: number | null;
  readonly altitudeM: number | null;
  readonly accuracyM: number | null;
  readonly satellites: number | null;
  readonly receivedAt: Date;
}

/** The times of a device whose archived positions are restored. */
export interface RestoredSpan {
  readonly fromAt: Date;
  readonly untilAt: Date;
}

/** The newest positions of a device since an instant, with the archived ones of restored times. */
export async function listOwnPositions(
  executor: Executor,
  deviceId: number,
  since: Date,
  { limit, restored }: { limit: number; restored: readonly RestoredSpan[] },
): Promise<OwnPosition[]> {
  const { rows } = await sql<OwnPosition>`
    select at, lat, lng, speed_mps, course_deg, altitude_m, accuracy_m, satellites, received_at from (
      select at, lat, lng, speed_mps, course_deg, altitude_m, accuracy_m, satellites, received_at from position
      where device_id = ${deviceId} and at >= ${since}
      union all
      select one.* from (
        -- The newest packed days that together hold enough positions.
        select *, sum(positions) over (order by day desc) - positions as newer from (
          select day, positions from position_packed
          where device_id = ${deviceId} and day >= ${utcDayOf(since)}::date) as counted
      ) as days
      join position_packed k on k.device_id = ${deviceId} and k.day = days.day
      cross join lateral unnest(k.at, k.lat, k.lng, k.speed_mps, k.course_deg, k.altitude_m, k.accuracy_m, k.satellites,
        k.received_at) as one (at, lat, lng, speed_mps, course_deg, altitude_m, accuracy_m, satellites, received_at)
      where days.newer < ${limit} and one.at >= ${since}
    ) as p order by at desc limit ${limit}`.execute(executor);
  if (restored.length === 0 || rows.length >= limit) return rows;
  const { rows: archived } = await sql<OwnPosition>`
    select distinct p.at, p.lat, p.lng, p.speed_mps, p.course_deg, p.altitude_m, p.accuracy_m, p.satellites, p.received_at
    from unnest(${restored.map(({ fromAt }) => fromAt)}::timestamptz[],
      ${restored.map(({ untilAt }) => untilAt)}::timestamptz[]) as span (from_at, until_at)
    cross join lateral (
      select at, lat, lng, speed_mps, course_deg, altitude_m, accuracy_m, satellites, received_at from position_archive
      where device_id = ${deviceId} and at >= span.from_at and at < span.until_at
      union all
      select one.* from position_archive_packed k
      cross join lateral unnest(k.at, k.lat, k.lng, k.speed_mps, k.course_deg, k.altitude_m, k.accuracy_m, k.satellites,
        k.received_at) as one (at, lat, lng, speed_mps, course_deg, altitude_m, accuracy_m, satellites, received_at)
      where device_id = ${deviceId} and first_at < span.until_at and last_at >= span.from_at
        and one.at >= span.from_at and one.at < span.until_at
    ) as p
    where p.at >= ${since} order by p.at desc limit ${limit - rows.length}`.execute(executor);
  return [...rows, ...archived];
}

/** Deletes at most about `limit` rows of positions of a device in a time, active, archived and registered ones. */
export async function deletePositions(
  executor: Executor,
  { deviceId, from, until }: { deviceId: number; from: Date; until: Date },
  limit: number,
): Promise<number> {
  const { rows: active } = await sql`
    delete from position where (device_id, at, boot, seq) in (
      select device_id, at, boot, seq from position
      where device_id = ${deviceId} and at >= ${from} and at < ${until} limit ${limit})
    returning 1`.execute(executor);
  const { rows: archived } = await sql`
    delete from position_archive where (device_id, at, boot, seq) in (
      select device_id, at, boot, seq from position_archive
      where device_id = ${deviceId} and at >= ${from} and at < ${until} limit ${limit})
    returning 1`.execute(executor);
  const { rows: contradicting } = await sql`
    delete from position_equivocation where id in (
      select id from position_equivocation
      where device_id = ${deviceId} and at >= ${from} and at < ${until} limit ${limit})
    returning 1`.execute(executor);
  // A skewed position is stored at the time of its receipt.
  const { rows: registered } = await sql`
    delete from position_skewed where ctid = any(array(
      select ctid from position_skewed
      where device_id = ${deviceId}
        and case when skewed then received_at else to_timestamp(ts / 1000.0) end >= ${from}
        and case when skewed then received_at else to_timestamp(ts / 1000.0) end < ${until} limit ${limit}))
    returning 1`.execute(executor);
  return active.length + archived.length + contradicting.length + registered.length;
}

export async function deleteOwnLeases(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from live_lease where account_id = ${accountId}`.execute(executor);
}
