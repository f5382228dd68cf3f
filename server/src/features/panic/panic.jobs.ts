import { defineJob, URGENT_LEASE_MS, type JobEnd, type Jobs } from '#platform/jobs/jobs';
import { z } from 'zod';

const delivery = z.object({ deliveryId: z.string() });
const incident = z.object({ incidentId: z.string() });

/** Each channel has its own job, so a push service that hangs delays no SMS. */
export const pushJob = defineJob('panic.push', delivery);
export const smsJob = defineJob('panic.sms', delivery);
/** Notifies the recipients whose turn has come. */
export const escalateJob = defineJob('panic.escalate', incident);
/** Nobody has taken the incident after the whole chain. */
export const remindJob = defineJob('panic.remind', incident);
/** Requests and attaches positions, again and again until the incident is closed. */
export const locateJob = defineJob('panic.locate', incident);
export const expireJob = defineJob('panic.expire', incident);
/** Tells a notified account what happened next. */
export const followUpJob = defineJob(
  'panic.followUp',
  z.object({ recipientId: z.string(), what: z.enum(['taken', 'released', 'closed']), name: z.string() }),
);

/** A push service or SMS gateway that hangs blocks a run for ten seconds. */
const MESSAGES_AT_ONCE = 24;
/** With the pauses of the jobs: a message is retried for about four hours. */
const MOST_ATTEMPTS = 10;

type OfDelivery = (payload: { deliveryId: string }) => Promise<JobEnd>;
type OfIncident = (payload: { incidentId: string }) => Promise<JobEnd>;

export interface PanicWork {
  push: OfDelivery;
  sms: OfDelivery;
  escalate: OfIncident;
  remind: OfIncident;
  locate: OfIncident;
  expire: OfIncident;
  followUp(payload: z.infer<typeof followUpJob.payload>): Promise<JobEnd>;
}

export function definePanicJobs(jobs: Jobs, work: PanicWork): void {
  const urgent = { leaseMs: URGENT_LEASE_MS };
  const often = { ...urgent, concurrency: MESSAGES_AT_ONCE, maxAttempts: MOST_ATTEMPTS };
  jobs.define(pushJob, work.push, often);
  jobs.define(smsJob, work.sms, often);
  jobs.define(followUpJob, work.followUp, often);
  jobs.define(escalateJob, work.escalate, { ...urgent, concurrency: 8 });
  jobs.define(remindJob, work.remind, urgent);
  jobs.define(locateJob, work.locate, { ...urgent, concurrency: 8 });
  jobs.define(expireJob, work.expire);
}
