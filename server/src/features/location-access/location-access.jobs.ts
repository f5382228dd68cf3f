import { DAY_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { retentionJobs } from '@trace/contract/retention/retention.rules';
import type { Jobs } from '#platform/jobs/jobs';
import type { GrantEndings } from './location-access.endings.service.ts';
import type { GrantsService } from './location-access.grants.service.ts';

/** Registers the timers of requests that wait, and of the ledger's end. */
export function defineLocationAccessJobs(jobs: Jobs, endings: GrantEndings, grants: GrantsService): void {
  jobs.schedule('location-access.lapse', MINUTE_MS, () => endings.lapseOverdue());
  jobs.schedule(retentionJobs.accessLog, DAY_MS, () => grants.forgetOld());
}
