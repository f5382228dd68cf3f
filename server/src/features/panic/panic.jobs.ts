import { URGENT_LEASE_MS, type JobEnd, type Jobs } from '#platform/jobs/jobs';
import type { z } from 'zod';
import {
  endedJob,
  escalateJob,
  expireJob,
  followUpJob,
  locateJob,
  pushJob,
  remindJob,
  smsJob,
  type Ending,
} from './panic.work.service.ts';

/** A push service or SMS gateway that hangs blocks a run for ten seconds. */
const MESSAGES_AT_ONCE = 24;
/** With the pauses of the jobs: a message is retried for about four hours. */
const MOST_ATTEMPTS = 10;

type OfDelivery = (payload: { deliveryId: string }) => Promise<JobEnd>;
type OfIncident = (payload: { incidentId: string }, run: Ending) => Promise<JobEnd>;

export interface PanicWork {
  push: OfDelivery;
  sms: OfDelivery;
  escalate(payload: z.infer<typeof escalateJob.payload>, run: Ending): Promise<JobEnd>;
  remind: OfIncident;
  locate: OfIncident;
  expire: OfIncident;
  ended(payload: z.infer<typeof endedJob.payload>): Promise<JobEnd>;
  followUp(payload: z.infer<typeof followUpJob.payload>): Promise<JobEnd>;
}

export function definePanicJobs(jobs: Jobs, work: PanicWork): void {
  const urgent = { leaseMs: URGENT_LEASE_MS };
  const often = { ...urgent, concurrency: MESSAGES_AT_ONCE, maxAttempts: MOST_ATTEMPTS };
  jobs.define(pushJob, work.push, often);
  jobs.define(smsJob, work.sms, often);
  jobs.define(endedJob, work.ended, often);
  jobs.define(followUpJob, work.followUp, often);
  jobs.define(escalateJob, work.escalate, { ...urgent, concurrency: 8 });
  jobs.define(remindJob, work.remind, urgent);
  jobs.define(locateJob, work.locate, { ...urgent, concurrency: 8 });
  jobs.define(expireJob, work.expire);
}
