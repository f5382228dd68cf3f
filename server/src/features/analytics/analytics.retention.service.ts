import { DAY_MS } from '@trace/contract/kernel/time';
import { retentionRules } from '@trace/contract/retention/retention.rules';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { foldTallies, thinGauges } from './analytics.tallies.store.ts';

/** Longer than the longest chart. */
export const QUARTERS_KEPT_MS = 100 * DAY_MS;

/** RET-05: what is kept without an end are whole days, and no group of fewer than five. */
export async function foldOldTallies({ clock, database }: { clock: Clock; database: Database }): Promise<void> {
  const beforeMs = clock.now().getTime() - QUARTERS_KEPT_MS;
  const before = new Date(beforeMs - (beforeMs % DAY_MS));
  await database.transaction(async (tx) => {
    await foldTallies(tx, before, retentionRules.analyticsSmallestGroup);
    await thinGauges(tx, before, retentionRules.analyticsSmallestGroup);
  });
}
