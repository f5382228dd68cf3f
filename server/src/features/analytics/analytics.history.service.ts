import type { Database } from '#platform/db/database';
import type { TallyHistory } from './analytics.port.ts';
import {
  deleteCounts,
  insertGauges,
  insertTallies,
  lockProgress,
  saveCountedUntil,
} from './analytics.tallies.store.ts';
import { quarterOf } from './analytics.tallies.service.ts';

/** Events before `until` are not counted again. Tallies after it are, because counting goes on from there. */
export const replaceHistory = (database: Database, { until, tallies, measurements }: TallyHistory): Promise<void> =>
  database.transaction(async (tx) => {
    const end = quarterOf(until.getTime());
    await lockProgress(tx);
    await deleteCounts(tx, end);
    await insertTallies(
      tx,
      tallies.filter(({ at }) => at < end),
    );
    for (const { at, gauges } of measurements) if (at < end) await insertGauges(tx, at, gauges);
    await saveCountedUntil(tx, end);
  });
