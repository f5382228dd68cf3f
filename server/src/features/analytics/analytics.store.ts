import type { AnalyticsRun, DeviceGroup } from '@trace/contract/analytics/analytics.schema';
import { UNKNOWN_COUNTRY, type DeviceCategory } from '@trace/contract/analytics/analytics.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface GroupCount<Key> {
  readonly key: Key;
  readonly count: number;
}

/** Devices in use per country, most devices first. Null: unknown. */
export async function listCountryCounts(executor: Executor): Promise<GroupCount<string | null>[]> {
  const { rows } = await sql<GroupCount<string | null>>`
    select country as key, count(*)::int as count from device_analytics
    group by country order by count desc, country`.execute(executor);
  return rows;
}

export async function listCategoryCounts(executor: Executor): Promise<GroupCount<DeviceCategory>[]> {
  const { rows } = await sql<GroupCount<DeviceCategory>>`
    select category as key, count(*)::int as count from device_analytics
    group by category order by count desc, category`.execute(executor);
  return rows;
}

export interface GroupDeviceRow {
  readonly deviceId: number;
  readonly country: string | null;
  readonly category: DeviceCategory;
}

const inGroup = ({ country, category }: DeviceGroup) =>
  category === undefined
    ? sql`country is not distinct from ${country === UNKNOWN_COUNTRY ? null : country}::text`
    : sql`category = ${category}`;

/** The newest devices of a group. */
export async function listGroup(executor: Executor, group: DeviceGroup, limit: number): Promise<GroupDeviceRow[]> {
  const { rows } = await sql<GroupDeviceRow>`
    select device_id, country, category from device_analytics where ${inGroup(group)}
    order by device_id desc limit ${limit}`.execute(executor);
  return rows;
}

export async function countGroup(executor: Executor, group: DeviceGroup): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from device_analytics where ${inGroup(group)}`.execute(executor);
  return rows[0]!.count;
}

export async function countDevices(executor: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from device_analytics`.execute(executor);
  return rows[0]!.count;
}

/** The next devices in ascending order. */
export async function listDeviceIdsAfter(executor: Executor, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    select device_id from device_analytics where device_id > ${after} order by device_id limit ${limit}`.execute(
    executor,
  );
  return rows.map(({ deviceId }) => deviceId);
}

export interface WorkedOutDevice {
  readonly deviceId: number;
  /** False: the device has no known place, so that the stored country stays. */
  readonly isPlaced: boolean;
  readonly country: string | null;
  readonly category: DeviceCategory;
}

/** Locks in the order of ids, as the removal of devices does, so that the two never deadlock. */
export async function saveDevices(tx: Executor, devices: readonly WorkedOutDevice[]): Promise<void> {
  const ids = devices.map(({ deviceId }) => deviceId);
  await sql`select from device_analytics where device_id = any(${ids}::int[]) order by device_id for update`.execute(
    tx,
  );
  await sql`
    update device_analytics a set
      country = case when w.is_placed then w.country else a.country end, category = w.category
    from unnest(${ids}::int[], ${devices.map(({ isPlaced }) => isPlaced)}::boolean[],
      ${devices.map(({ country }) => country)}::text[], ${devices.map(({ category }) => category)}::text[])
      as w (device_id, is_placed, country, category)
    where a.device_id = w.device_id and (a.category <> w.category
      or w.is_placed and a.country is distinct from w.country)`.execute(tx);
}

export interface RunRow {
  readonly id: string;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly outcome: AnalyticsRun['outcome'];
  readonly devicesTotal: number;
  readonly devicesDone: number;
}

const runColumns = sql`id, started_at, finished_at, outcome, devices_total, devices_done`;

/** T70: returns null while another run is open, also when two start at once. */
export async function insertRun(
  tx: Executor,
  run: { id: string; at: Date; devicesTotal: number },
): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`
    insert into analytics_run (id, started_at, progressed_at, devices_total)
    values (${run.id}, ${run.at}, ${run.at}, ${run.devicesTotal})
    on conflict do nothing returning ${runColumns}`.execute(tx);
  return rows[0] ?? null;
}

/** Ends open runs without progress since `before`. Their server has died. */
export async function failStaleRuns(tx: Executor, before: Date, at: Date): Promise<void> {
  await sql`
    update analytics_run set finished_at = ${at}, outcome = 'failed'
    where finished_at is null and progressed_at < ${before}`.execute(tx);
}

/** Returns false if the run has ended. */
export async function saveProgress(tx: Executor, id: string, devicesDone: number, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update analytics_run set devices_done = ${devicesDone}, progressed_at = ${at}
    where id = ${id} and finished_at is null returning id`.execute(tx);
  return rows.length === 1;
}

export async function finishRun(tx: Executor, id: string, outcome: 'done' | 'failed', at: Date): Promise<void> {
  await sql`
    update analytics_run set finished_at = ${at}, outcome = ${outcome}
    where id = ${id} and finished_at is null`.execute(tx);
}

export async function findNewestRun(executor: Executor): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`
    select ${runColumns} from analytics_run order by started_at desc, id limit 1`.execute(executor);
  return rows[0] ?? null;
}

/** Only the newest runs are ever shown. */
export async function deleteOldRuns(tx: Executor, before: Date): Promise<void> {
  await sql`delete from analytics_run where started_at < ${before}`.execute(tx);
}
