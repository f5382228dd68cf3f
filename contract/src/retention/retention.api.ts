import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { retentionPeriods, retentionRules, type RetentionKind } from './retention.rules.ts';

const kinds = Object.keys(retentionPeriods) as [RetentionKind, ...RetentionKind[]];
const cursor = z
  .string()
  .regex(/^\d{1,18}$/)
  .optional();

const retentionRunSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(kinds),
  /** Data from before this instant was taken. */
  before: z.iso.datetime(),
  startedAt: z.iso.datetime(),
  /** Null: the run goes on, or its process died and a later run went on. */
  finishedAt: z.iso.datetime().nullable(),
  removed: z.number().int(),
  problem: z.string().nullable(),
});
export type RetentionRun = z.infer<typeof retentionRunSchema>;

export const listRetentionRuns = endpoint({
  name: 'retention.runs',
  method: 'GET',
  path: '/api/support/retention/runs',
  who: 'staff',
  summary:
    'What the retention job archived and deleted, newest first; `next` continues the list. `mayRestore`: the caller has the admin flag.',
  query: z.strictObject({ after: cursor }),
  answer: z.strictObject({ runs: z.array(retentionRunSchema), next: z.string().nullable(), mayRestore: z.boolean() }),
  refusals: [],
  holdsNoPersonalData: true,
});

const restorationSchema = z.strictObject({
  id: z.uuid(),
  fromDay: z.iso.date(),
  untilDay: z.iso.date(),
  expiresAt: z.iso.datetime(),
});
export type Restoration = z.infer<typeof restorationSchema>;

export const restoreArchive = endpoint({
  name: 'retention.restore',
  method: 'POST',
  path: '/api/support/retention/restorations',
  who: 'staff',
  staffAdmin: true,
  summary:
    'Puts archived days of a device into the data download of its user for 30 days. Shows support staff no position.',
  body: z.strictObject({
    serialNumber: z.string().trim().min(1).max(64),
    fromDay: z.iso.date(),
    untilDay: z.iso.date(),
    reason: z.string().trim().min(1).max(retentionRules.reasonMaxLength),
  }),
  answer: restorationSchema,
  refusals: ['not_found'],
});
