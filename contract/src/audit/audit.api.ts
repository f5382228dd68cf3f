import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { auditRules } from './audit.rules.ts';
import { auditEntrySchema, auditTotalSchema } from './audit.schema.ts';

export const listAuditLog = endpoint({
  name: 'audit.list',
  method: 'GET',
  path: '/api/support/audit',
  who: 'staff',
  summary: 'The audit log, newest first; `next` continues the list. The first page also counts the matching entries.',
  query: z.strictObject({
    /** Part of an action, target type or staff email, or the beginning of a target id. */
    search: z.string().trim().max(auditRules.searchMaxLength).optional(),
    after: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
  }),
  answer: z.strictObject({
    entries: z.array(auditEntrySchema),
    next: z.string().nullable(),
    total: auditTotalSchema.nullable(),
  }),
  refusals: [],
});
