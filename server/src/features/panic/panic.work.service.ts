import { defineJob, type JobRun } from '#platform/jobs/jobs';
import { z } from 'zod';

/** Ends a job under the lock of its incident, so that a concurrent press finds the job or begins another. */
export type Ending = Pick<JobRun, 'end'>;

const delivery = z.object({ deliveryId: z.string() });
const incident = z.object({ incidentId: z.string() });

/** Each channel has its own job, so a push service that hangs delays no SMS. */
export const pushJob = defineJob('panic.push', delivery);
export const smsJob = defineJob('panic.sms', delivery);
/** Notifies the recipients whose turn has come. Jobs from before an update of the server have no `dueAt`. */
export const escalateJob = defineJob('panic.escalate', incident.extend({ dueAt: z.coerce.date().optional() }));
/** Runs when the whole chain was notified and the incident is not taken. */
export const remindJob = defineJob('panic.remind', incident);
/** Requests and attaches positions, again and again. */
export const locateJob = defineJob('panic.locate', incident);
export const expireJob = defineJob('panic.expire', incident);
/** The job that messages a person: the wearer has deleted the account. `to`: an account or a phone number. */
export const endedJob = defineJob(
  'panic.ended',
  z.object({
    incidentId: z.string(),
    recipientId: z.string(),
    channel: z.enum(['push', 'sms']),
    to: z.string(),
    title: z.string(),
    text: z.string(),
    url: z.string(),
    giveUpAt: z.coerce.date(),
  }),
);
/** The job that pushes to a notified account what happened next. */
export const followUpJob = defineJob(
  'panic.followUp',
  z.object({ recipientId: z.string(), what: z.enum(['taken', 'closed']), name: z.string() }),
);

export type EndedMessage = z.infer<typeof endedJob.payload>;
