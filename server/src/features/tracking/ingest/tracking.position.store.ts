import { sql } from 'kysely';
import type { Executor, DedicatedTransaction } from '#platform/db/database';
import { isUniqueViolation } from '#platform/db/database';
import { toCopyRows, type PositionRow } from './tracking.copy-rows.rules.ts';

export type { PositionRow };

const names = [
  'device_id',
  'at',
  'boot',
  'seq',
  'lat',
  'lng',
  'speed_mps',
  'course_deg',
  'altitude_m',
  'accuracy_m',
  'satellites',
  'skewed',
  'received_at',
].join(', ');

const COPY = `copy position (${names}) from stdin with (format binary)`;
/** Saves a round trip to the database. */
const COPY_AFTER_SAVEPOINT = `savepoint positions; ${COPY}`;

/**
 * Stores each position once. New positions are copied straight into the table, in a single round trip when nothing else
 * is stored in the transaction. Only a batch with a repeat takes the slower path, which skips stored positions.
 */
export async function storePositions(
  tx: DedicatedTransaction,
  rows: readonly PositionRow[],
  isLast: boolean,
): Promise<void> {
  if (rows.length === 0) return;
  const bytes = toCopyRows(rows);
  const alone = isLast ? tx.copyInAndCommit(COPY, bytes) : null;
  try {
    await (alone ?? tx.copyIn(COPY_AFTER_SAVEPOINT, bytes));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    if (alone === null) await tx.query({ name: 'positions back', text: 'rollback to savepoint positions', values: [] });
    await storeWithoutRepeats(tx.executor, rows);
  }
}

/**
 * Stores positions that may be there already, in rows or in packed days. Records a repeat with another content as an
 * equivocation. Packed days are complete only while the transaction delays the packing.
 */
export async function storeWithoutRepeats(executor: Executor, rows: readonly PositionRow[]): Promise<void> {
  const of = <Key extends keyof PositionRow>(key: Key): PositionRow[Key][] => rows.map((row) => row[key]);
  await sql`
    with given as (
      select * from unnest(
        ${of('deviceId')}::int[], ${of('at')}::timestamptz[], ${of('boot')}::bigint[], ${of('seq')}::bigint[],
        ${of('lat')}::float8[], ${of('lng')}::float8[], ${of('speedMps')}::real[], ${of('courseDeg')}::real[], ${of('altitudeM')}::real[],
        ${of('accuracyM')}::real[], ${of('satellites')}::smallint[], ${of('skewed')}::boolean[], ${of('receivedAt')}::timestamptz[])
        with ordinality
        as n (device_id, at, boot, seq, lat, lng, speed_mps, course_deg, altitude_m, accuracy_m, satellites, skewed, received_at, nth)
    ), first as (
      select distinct on (device_id, at, boot, seq) * from given order by device_id, at, boot, seq, nth
    ), stored as (
      select p.device_id, p.at, p.boot, p.seq, p.lat, p.lng from first join position p using (device_id, at, boot, seq)
      union all
      select k.device_id, one.at, one.boot, one.seq, one.lat, one.lng
      from (select distinct device_id, (at at time zone 'UTC')::date as day from first) as days
      join position_packed k using (device_id, day)
      cross join lateral unnest(k.at, k.boot, k.seq, k.lat, k.lng) as one (at, boot, seq, lat, lng)
    ), equivocation as (
      insert into position_equivocation (device_id, boot, seq, at, lat, lng, received_at)
      select n.device_id, n.boot, n.seq, n.at, n.lat, n.lng, n.received_at
      from given n join first f using (device_id, at, boot, seq) left join stored p using (device_id, at, boot, seq)
      where (coalesce(p.lat, f.lat), coalesce(p.lng, f.lng)) is distinct from (n.lat, n.lng)
    )
    insert into position (${sql.raw(names)}) select ${sql.raw(names)} from first f
    where not exists (
      select from stored p where (p.device_id, p.at, p.boot, p.seq) = (f.device_id, f.at, f.boot, f.seq))
    on conflict do nothing`.execute(executor);
}

/**
 * Returns positions by receipt. The bound on the time of measurement is at most 24 hours ago, so no position is packed,
 * and few partitions are read.
 */
export async function listReceivedSince(
  executor: Executor,
  deviceId: number,
  since: { receivedAt: Date; measuredAt: Date },
  limit: number,
): Promise<PositionRow[]> {
  const { rows } = await sql<PositionRow>`
    select device_id, at, boot, seq, lat, lng, speed_mps, course_deg, altitude_m, accuracy_m, satellites, skewed, received_at
    from position
    where device_id = ${deviceId} and at >= ${since.measuredAt} and received_at >= ${since.receivedAt}
    order by received_at, at limit ${limit}`.execute(executor);
  return rows;
}
