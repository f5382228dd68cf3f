import { retentionJobs } from '@trace/contract/retention/retention.rules';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { JobEnd, Jobs } from '#platform/jobs/jobs';
import type { Causes } from './lifecycle/alerts.lifecycle.service.ts';
import { deliverJobs } from './delivery/alerts.delivery-planning.service.ts';

const SWEEP_EVERY_MS = 10 * MINUTE_MS;
/**
 * Counts internal errors only. 60 attempts take more than two days, and before that the message is given up and marked
 * as failed.
 */
const MOST_ATTEMPTS = 60;
/**
 * A push service that hangs blocks a job for ten seconds. The push slots allow only a few such jobs per user and per
 * host.
 */
const PUSHES_AT_ONCE = 32;

export interface AlertsWork {
  deliver(deliveryId: string): Promise<JobEnd>;
  causes: Pick<Causes, 'sweep'>;
  sweepTurns(): Promise<void>;
}

export function defineAlertsJobs(jobs: Jobs, { deliver, causes, sweepTurns }: AlertsWork): void {
  const run = ({ deliveryId }: { deliveryId: string }): Promise<JobEnd> => deliver(deliveryId);
  jobs.define(deliverJobs.email, run, { maxAttempts: MOST_ATTEMPTS });
  jobs.define(deliverJobs.push, run, { maxAttempts: MOST_ATTEMPTS, concurrency: PUSHES_AT_ONCE });
  jobs.schedule(retentionJobs.alerts, SWEEP_EVERY_MS, async () => {
    await sweepTurns();
    await causes.sweep();
  });
}
