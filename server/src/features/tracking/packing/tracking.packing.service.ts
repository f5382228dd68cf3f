import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import {
  createPackedPartition,
  listDays,
  rebuildKey,
  vacuumDay,
  type DaySize,
} from '../ingest/tracking.partition.store.ts';
import { isPackingDue } from './tracking.packing.rules.ts';
import {
  countPacked,
  countRows,
  deletePackedRepeats,
  deletePackedRows,
  insertPacked,
  isUpgradeOver,
  listDevicesWithRows,
  lockPacking,
} from './tracking.packing.store.ts';

/** An empty key has two pages. A key of this size has pages of deleted rows. */
const SMALL_KEY_BYTES = 65_536;

export interface PackingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Decision 045: packs the days that are over. */
export function createPacking({ database, clock, log }: PackingDependencies) {
  const packDevices = (day: string, after: number): Promise<number | undefined> =>
    database.transaction(async (tx) => {
      await lockPacking(tx);
      const deviceIds = await listDevicesWithRows(tx, day, after);
      if (deviceIds.length > 0) await packRows(tx, day, deviceIds);
      return deviceIds.at(-1);
    });

  /** Gives the space of the deleted rows back to the disk. Deleted rows that an open snapshot still sees stay until the next run. */
  const shrink = async (day: string): Promise<void> => {
    const before = await sizeOf(database.sql, day);
    if (before === undefined || before.rowBytes + before.keyBytes <= SMALL_KEY_BYTES) return;
    try {
      await vacuumDay(database.sql, before);
      const after = await sizeOf(database.sql, day);
      if (after?.rowBytes === 0) await database.transaction((tx) => rebuildKey(tx, after));
    } catch (error) {
      log.warn(
        { err: error, day },
        'Shrinking a packed day failed, its disk space is still in use, retrying in an hour',
      );
    }
  };

  const packDay = async (day: string): Promise<void> => {
    await database.transaction((tx) => createPackedPartition(tx, day));
    for (let after: number | undefined = 0; after !== undefined;) after = await packDevices(day, after);
    await shrink(day);
  };

  /** A process that dies leaves whole devices packed, the next run packs the others. */
  const packDue = async (): Promise<void> => {
    for (const { day, rowBytes, keyBytes } of await listDays(database.sql))
      if (isPackingDue(day, clock.now()) && (rowBytes > 0 || keyBytes > SMALL_KEY_BYTES)) await packDay(day);
  };

  return {
    packDue,
    async packDueAfterUpgrade(): Promise<void> {
      if (await isUpgradeOver(database.sql)) await packDue();
    },
  };
}

const sizeOf = async (executor: Executor, day: string): Promise<DaySize | undefined> =>
  (await listDays(executor)).find((each) => each.day === day);

/** Packs all rows of these devices. Throws, and so changes nothing, unless each row reads back with identical values. */
export async function packRows(tx: Executor, day: string, deviceIds: readonly number[]): Promise<void> {
  await deletePackedRepeats(tx, day, deviceIds);
  const before = await countPacked(tx, day, deviceIds);
  await insertPacked(tx, day, deviceIds);
  const deleted = await deletePackedRows(tx, day, deviceIds);
  const after = await countPacked(tx, day, deviceIds);
  const left = await countRows(tx, day, deviceIds);
  if (left > 0 || after !== before + deleted)
    throw new Error(`a packed day differs from its rows: ${before} + ${deleted} became ${after}, ${left} left`);
}
