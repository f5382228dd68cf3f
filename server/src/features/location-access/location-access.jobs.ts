import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Jobs } from '#platform/jobs/jobs';
import type { GrantEndings } from './location-access.endings.service.ts';

/** Registers the timer of requests that wait. */
export function defineLocationAccessJobs(jobs: Jobs, endings: GrantEndings): void {
  jobs.schedule('location-access.lapse', MINUTE_MS, () => endings.lapseOverdue());
}
