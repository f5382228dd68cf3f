import { DAY_MS } from '@trace/contract/kernel/time';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** The devices with these rows are packed in one transaction. A late position waits until it ends. */
const ROWS_AT_ONCE = 20_000;

/** Waits for a running transaction of the packing, and delays the next one until the end of this transaction. */
export async function delayPacking(tx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('position packing', 0))`.execute(tx);
}

/** Waits for all transactions that delay the packing. One process packs at a time. */
export async function lockPacking(tx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('position packing', 0))`.execute(tx);
}

/** False during the day after the upgrade, while a process of an older version, which reads rows alone, may still run. */
export async function isUpgradeOver(executor: Executor): Promise<boolean> {
  const { rows } = await sql`
    select from schema_migration
    where name like '0126-%' and applied_at < now() - interval '1 day'`.execute(executor);
  return rows.length > 0;
}

/** The next devices with rows in a day, ascending from `after`. */
export async function listDevicesWithRows(executor: Executor, day: string, after: number): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    select distinct device_id from (
      select device_id from position
      where device_id > ${after} and at >= ${startOf(day)} and at < ${endOf(day)} order by device_id limit ${ROWS_AT_ONCE}
    ) as next order by device_id`.execute(executor);
  return rows.map(({ deviceId }) => deviceId);
}

/** Deletes rows whose position is already packed: a repeat changes nothing. */
export async function deletePackedRepeats(tx: Executor, day: string, deviceIds: readonly number[]): Promise<void> {
  await sql`
    delete from position p using position_packed k, unnest(k.at, k.boot, k.seq) as one (at, boot, seq)
    where k.device_id = any(${deviceIds}::int[]) and k.day = ${day}::date
      and p.device_id = k.device_id and p.at = one.at and p.boot = one.boot and p.seq = one.seq
      and p.at >= ${startOf(day)} and p.at < ${endOf(day)}`.execute(tx);
}

/** Number of positions in packed rows. */
export async function countPacked(tx: Executor, day: string, deviceIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ positions: number }>`
    select coalesce(sum(positions), 0)::int as positions from position_packed
    where device_id = any(${deviceIds}::int[]) and day = ${day}::date`.execute(tx);
  return rows[0]!.positions;
}

/** Writes the rows of a day into the packed rows of their devices, with the positions that were packed before. */
export async function insertPacked(tx: Executor, day: string, deviceIds: readonly number[]): Promise<void> {
  await sql`
    insert into position_packed as k (device_id, day, first_at, last_at, positions,
      at, boot, seq, lat, lng, speed_mps, course_deg, altitude_m, accuracy_m, satellites, skewed, received_at)
    select device_id, ${day}::date, min(at), max(at), count(*)::int,
      array_agg(at), array_agg(boot), array_agg(seq), array_agg(lat), array_agg(lng), array_agg(speed_mps),
      array_agg(course_deg), array_agg(altitude_m), array_agg(accuracy_m), array_agg(satellites), array_agg(skewed),
      array_agg(received_at)
    from (
      select device_id, at, boot, seq, lat, lng, speed_mps, course_deg, altitude_m, accuracy_m, satellites, skewed, received_at
      from position
      where device_id = any(${deviceIds}::int[]) and at >= ${startOf(day)} and at < ${endOf(day)}
      union all
      select k.device_id, one.* from position_packed k
      cross join lateral unnest(k.at, k.boot, k.seq, k.lat, k.lng, k.speed_mps, k.course_deg, k.altitude_m, k.accuracy_m,
        k.satellites, k.skewed, k.received_at) as one
      where k.device_id = any(${deviceIds}::int[]) and k.day = ${day}::date
      order by device_id, at, boot, seq
    ) as sorted
    group by device_id
    on conflict (device_id, day) do update set first_at = excluded.first_at, last_at = excluded.last_at,
      positions = excluded.positions, at = excluded.at, boot = excluded.boot, seq = excluded.seq, lat = excluded.lat,
      lng = excluded.lng, speed_mps = excluded.speed_mps, course_deg = excluded.course_deg,
      altitude_m = excluded.altitude_m, accuracy_m = excluded.accuracy_m, satellites = excluded.satellites,
      skewed = excluded.skewed, received_at = excluded.received_at`.execute(tx);
}

/** Deletes the rows that read back from the packed rows with identical values. Returns their number. */
export async function deletePackedRows(tx: Executor, day: string, deviceIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with deleted as (
      delete from position p using position_packed k,
        unnest(k.at, k.boot, k.seq, k.lat, k.lng, k.speed_mps, k.course_deg, k.altitude_m, k.accuracy_m, k.satellites,
          k.skewed, k.received_at)
        as one (at, boot, seq, lat, lng, speed_mps, course_deg, altitude_m, accuracy_m, satellites, skewed, received_at)
      where k.device_id = any(${deviceIds}::int[]) and k.day = ${day}::date
        and p.device_id = k.device_id and p.at = one.at and p.boot = one.boot and p.seq = one.seq
        and p.at >= ${startOf(day)} and p.at < ${endOf(day)}
        and (p.lat, p.lng, p.speed_mps, p.course_deg, p.altitude_m, p.accuracy_m, p.satellites, p.skewed, p.received_at)
          is not distinct from (one.lat, one.lng, one.speed_mps, one.course_deg, one.altitude_m, one.accuracy_m,
            one.satellites, one.skewed, one.received_at)
      returning 1)
    select count(*)::int as deleted from deleted`.execute(tx);
  return rows[0]!.deleted;
}

export async function countRows(tx: Executor, day: string, deviceIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from position
    where device_id = any(${deviceIds}::int[]) and at >= ${startOf(day)} and at < ${endOf(day)}`.execute(tx);
  return rows[0]!.count;
}

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

const endOf = (day: string): Date => new Date(startOf(day).getTime() + DAY_MS);
