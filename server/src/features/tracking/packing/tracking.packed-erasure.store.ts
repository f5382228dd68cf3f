import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface Span {
  readonly deviceId: number;
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
}

type PackedTable = 'position_packed' | 'position_archive_packed';

/** Days per table and call. A day of a device can hold megabytes. */
const DAYS_AT_ONCE = 30;

/** Deletes packed positions of a device in a time, active and archived ones. Returns the number of changed days. */
export async function deletePackedPositions(tx: Executor, span: Span): Promise<number> {
  let changed = 0;
  for (const table of ['position_packed', 'position_archive_packed'] as const)
    changed += (await deleteWholeDays(tx, table, span)) + (await deletePartsOfDays(tx, table, span));
  return changed;
}

async function deleteWholeDays(tx: Executor, table: PackedTable, { deviceId, from, until }: Span): Promise<number> {
  const { rows } = await sql`
    delete from ${sql.id(table)} where (device_id, day) in (
      select device_id, day from ${sql.id(table)}
      where device_id = ${deviceId} and first_at >= ${from} and last_at < ${until} limit ${DAYS_AT_ONCE})
    returning 1`.execute(tx);
  return rows.length;
}

/** A day at an edge of the time keeps its other positions. */
async function deletePartsOfDays(tx: Executor, table: PackedTable, { deviceId, from, until }: Span): Promise<number> {
  const { rows } = await sql`
    update ${sql.id(table)} k set (first_at, last_at, positions, at, boot, seq, lat, lng, speed_mps, course_deg,
      altitude_m, accuracy_m, satellites, skewed, received_at) = (
      select min(at), max(at), count(*)::int, array_agg(at), array_agg(boot), array_agg(seq), array_agg(lat),
        array_agg(lng), array_agg(speed_mps), array_agg(course_deg), array_agg(altitude_m), array_agg(accuracy_m),
        array_agg(satellites), array_agg(skewed), array_agg(received_at)
      from unnest(k.at, k.boot, k.seq, k.lat, k.lng, k.speed_mps, k.course_deg, k.altitude_m, k.accuracy_m,
        k.satellites, k.skewed, k.received_at)
        as one (at, boot, seq, lat, lng, speed_mps, course_deg, altitude_m, accuracy_m, satellites, skewed, received_at)
      where one.at < ${from} or one.at >= ${until})
    where device_id = ${deviceId} and first_at < ${until} and last_at >= ${from}
      and (first_at < ${from} or last_at >= ${until})
      and exists (select from unnest(k.at) as one (at) where one.at >= ${from} and one.at < ${until})
    returning 1`.execute(tx);
  return rows.length;
}
