import { retentionRules } from '@trace/contract/retention/retention.rules';
import { DAY_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Jobs } from '#platform/jobs/jobs';
import type { GrantsService } from './location-access.grants.service.ts';
import { deleteOldLooks } from './location-access.looks.store.ts';

/** Registers the timers of requests that wait, and of the ledger's end. */
export function defineLocationAccessJobs(
  jobs: Jobs,
  { database, clock, grants }: { database: Database; clock: Clock; grants: GrantsService },
): void {
  jobs.everyProcessOnce('location-access.lapse', MINUTE_MS, () => grants.lapseOverdue());
  jobs.everyProcessOnce('location-access.prune', DAY_MS, () =>
    database.transaction((tx) => deleteOldLooks(tx, yearsBefore(clock.now(), retentionRules.auditYears))),
  );
}

function yearsBefore(now: Date, years: number): Date {
  const at = new Date(now);
  at.setUTCFullYear(at.getUTCFullYear() - years);
  return at;
}
