import { z } from 'zod';
import { doneAnswer, endpoint } from '../kernel/endpoint.ts';
import { mailStates, operationsRules as rules } from './operations.rules.ts';
import { failedJobSchema, mailRowSchema, operationsSchema, quarantinedMessageSchema } from './operations.schema.ts';

/** Ids of the database's own counting. */
const idSchema = z.string().regex(/^\d{1,15}$/);
const ofOne = z.strictObject({ id: idSchema });
const page = {
  /** The id that the page before ended with. */
  after: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(rules.pageSize),
};
const next = idSchema.nullable();

export const readOperations = endpoint({
  name: 'operations.read',
  method: 'GET',
  path: '/api/support/operations',
  who: 'staff',
  staffAdmin: true,
  holdsNoPersonalData: true,
  summary:
    'The state of mail, push, hub service, jobs, storage, backups, quarantine, certificates and gateway, with their alarms.',
  answer: operationsSchema,
  refusals: [],
});

export const countAlarms = endpoint({
  name: 'operations.alarms',
  method: 'GET',
  path: '/api/support/operations/alarms',
  who: 'staff',
  staffAdmin: true,
  holdsNoPersonalData: true,
  summary: 'How many alarms of the operator are active.',
  answer: z.strictObject({ alarms: z.number().int().min(0) }),
  refusals: [],
});

export const listMails = endpoint({
  name: 'operations.listMails',
  method: 'GET',
  path: '/api/support/operations/mails',
  who: 'staff',
  staffAdmin: true,
  summary: 'Emails in one state, newest first, by recipient or subject; `next` continues the list.',
  query: z.strictObject({
    state: z.enum(mailStates).default('waiting'),
    search: z.string().trim().max(rules.searchMaxLength).default(''),
    ...page,
  }),
  answer: z.strictObject({ mails: z.array(mailRowSchema), isConfigured: z.boolean(), next }),
  refusals: [],
});

export const readMail = endpoint({
  name: 'operations.readMail',
  method: 'GET',
  path: '/api/support/operations/mails/{id}',
  who: 'staff',
  staffAdmin: true,
  freshProof: true,
  summary:
    'The text of an email that waits because no mail server is configured. With a mail server no one reads texts.',
  params: ofOne,
  answer: z.strictObject({ recipient: z.string(), subject: z.string(), text: z.string() }),
  refusals: ['not_found', 'conflict'],
});

export const resendMail = endpoint({
  name: 'operations.resendMail',
  method: 'POST',
  path: '/api/support/operations/mails/{id}/resend',
  who: 'staff',
  staffAdmin: true,
  summary: 'Sends an email now that waits for its next attempt, or that was given up within a day.',
  params: ofOne,
  answer: doneAnswer,
  refusals: ['not_found', 'conflict'],
});

export const listFailedJobs = endpoint({
  name: 'operations.listFailedJobs',
  method: 'GET',
  path: '/api/support/operations/jobs',
  who: 'staff',
  staffAdmin: true,
  summary: 'Jobs that were given up, with the reason, newest first; `next` continues the list.',
  query: z.strictObject(page),
  answer: z.strictObject({ jobs: z.array(failedJobSchema), next }),
  refusals: [],
});

export const retryJob = endpoint({
  name: 'operations.retryJob',
  method: 'POST',
  path: '/api/support/operations/jobs/{id}/retry',
  who: 'staff',
  staffAdmin: true,
  summary: 'Gives a job that was given up all its attempts again.',
  params: ofOne,
  answer: doneAnswer,
  refusals: ['not_found'],
});

export const listQuarantined = endpoint({
  name: 'operations.listQuarantined',
  method: 'GET',
  path: '/api/support/operations/quarantine',
  who: 'staff',
  staffAdmin: true,
  summary:
    'Quarantined device messages with the reason, newest first, without their content; `next` continues the list.',
  query: z.strictObject({ search: z.string().trim().max(rules.searchMaxLength).default(''), ...page }),
  answer: z.strictObject({ messages: z.array(quarantinedMessageSchema), next }),
  refusals: [],
});
