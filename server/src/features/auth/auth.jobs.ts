import { DAY_MS } from '@trace/contract/kernel/time';
import { retentionJobs, retentionRules } from '@trace/contract/retention/retention.rules';
import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Jobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import { deleteOldActivity } from './accounts/auth.person-data.store.ts';

/** Longest delay before a session that is never used again is logged as ended. */
const SWEEP_EVERY_MS = 60_000;

interface Sweeping {
  readonly clock: Clock;
  readonly log: Log;
  /** Services that keep expiring data, each with a sweep. */
  readonly parts: readonly { sweep(): Promise<void> }[];
}

/** Every process may sweep. A process skips rows that another process has taken. */
export function startSweeping({ clock, log, parts }: Sweeping): Stop {
  return clock.every(SWEEP_EVERY_MS, async () => {
    try {
      for (const part of parts) await part.sweep();
    } catch (error) {
      log.warn(
        { err: error },
        'Cleanup of expired sign-in data (sessions, attempts, second steps, sign-ups) failed, retrying in 60 s',
      );
    }
  });
}

/** RET-02: deletes sign-ins and sign-outs after a year. */
export async function pruneActivity({ clock, database }: { clock: Clock; database: Database }): Promise<void> {
  const before = clock.now();
  before.setUTCFullYear(before.getUTCFullYear() - retentionRules.activityLogYears);
  await deleteOldActivity(database.sql, before);
}

export function defineAuthJobs(parts: { jobs: Jobs; clock: Clock; database: Database }): void {
  parts.jobs.schedule(retentionJobs.activityLogs, DAY_MS, () => pruneActivity(parts));
}
