import { DAY_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import type { Jobs } from '#platform/jobs/jobs';
import type { Tallies } from './analytics.tallies.service.ts';
import type { UpdateService } from './analytics.update.service.ts';

export function scheduleAnalytics(
  jobs: Jobs,
  { tallies, update, fold }: { tallies: Tallies; update: UpdateService; fold: () => Promise<void> },
): void {
  jobs.schedule('analytics.tally', 15 * MINUTE_MS, () => tallies.store());
  jobs.schedule('analytics.fold', DAY_MS, fold);
  jobs.schedule('analytics.refresh', DAY_MS, () => update.refresh());
}
