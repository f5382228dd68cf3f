import { z } from 'zod';

/** An entry of the audit log as support staff read it. Details hold ids alone. */
export const auditEntrySchema = z.strictObject({
  id: z.string(),
  action: z.string(),
  targetType: z.string(),
  targetId: z.string().nullable(),
  /** Null: the server itself, or a deleted account. */
  staffEmail: z.string().nullable(),
  /** Null: the server itself. */
  actorId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntryView = z.infer<typeof auditEntrySchema>;

/** How many entries match. A search stops counting at `auditRules.mostCounted`. */
export const auditTotalSchema = z.strictObject({ count: z.number().int(), isMore: z.boolean() });
export type AuditTotal = z.infer<typeof auditTotalSchema>;
