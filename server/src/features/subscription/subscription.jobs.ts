import { DAY_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { defineJob, type Jobs } from '#platform/jobs/jobs';
import { z } from 'zod';
import type { Adoption } from './billing/subscription.adoption.service.ts';
import type { Reconciling } from './billing/subscription.reconciling.service.ts';

/** Reads the plan of a customer anew. The payload is the id of the row. */
export const READ_JOB = defineJob('subscription.read', z.object({ id: z.number() }));

/** Looks for the account of a customer without a row. */
export const ADOPT_JOB = defineJob('subscription.adopt', z.object({ customerId: z.string() }));

/** Retries for about two days. Work that is left then is tried again each day. */
const MOST_ATTEMPTS = 60;
const AT_ONCE = 3;

/** Defines the jobs of plans: reads after events and endings, lost customers, and the daily round. */
export function runReadings(
  jobs: Jobs,
  { read, askDaily, askOverdue, prune }: Reconciling,
  { adopt, adoptRecent }: Adoption,
): void {
  jobs.define(
    READ_JOB,
    async ({ id }) => {
      await read(id);
    },
    { maxAttempts: MOST_ATTEMPTS, concurrency: AT_ONCE },
  );
  jobs.define(ADOPT_JOB, ({ customerId }) => adopt(customerId), {
    maxAttempts: MOST_ATTEMPTS,
    concurrency: AT_ONCE,
  });
  jobs.schedule('subscription.adoptRecent', DAY_MS, adoptRecent);
  jobs.schedule('subscription.daily', DAY_MS, askDaily);
  jobs.schedule('subscription.overdue', MINUTE_MS, askOverdue);
  jobs.schedule('subscription.prune', DAY_MS, prune);
}
