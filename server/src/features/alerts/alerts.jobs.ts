import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Jobs } from '#platform/jobs/jobs';
import { DELIVER, type Causes } from './alerts.causes.service.ts';

const SWEEP_EVERY_MS = 10 * MINUTE_MS;
/** More than a day of tries: when the day is over, the message is given up and says so. */
const MOST_ATTEMPTS = 60;
/** A push service that hangs holds up so many messages for ten seconds, and the rest not at all. */
const AT_ONCE = 8;

export function defineAlertsJobs(
  jobs: Jobs,
  { deliver, causes }: { deliver(deliveryId: string): Promise<void>; causes: Pick<Causes, 'sweep'> },
): void {
  jobs.define<{ deliveryId: string }>(DELIVER, ({ deliveryId }) => deliver(deliveryId), {
    maxAttempts: MOST_ATTEMPTS,
    concurrency: AT_ONCE,
  });
  jobs.everyProcessOnce('alerts.sweep', SWEEP_EVERY_MS, () => causes.sweep());
}
