import { retentionRules } from '@trace/contract/retention/retention.rules';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { deleteOldActivity } from './auth.person-data.store.ts';

/** RET-02: deletes sign-ins and sign-outs after a year. */
export async function pruneActivity({ clock, database }: { clock: Clock; database: Database }): Promise<void> {
  const before = clock.now();
  before.setUTCFullYear(before.getUTCFullYear() - retentionRules.activityLogYears);
  await deleteOldActivity(database.sql, before);
}
