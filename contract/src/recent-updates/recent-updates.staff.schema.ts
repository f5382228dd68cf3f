import { z } from 'zod';
import { instantSchema } from '../kernel/time.schema.ts';
import { newUpdateSchema, recentUpdateSchema } from './recent-updates.schema.ts';
import { managedUpdatesTexts as texts } from './recent-updates.staff.texts.ts';

/** The time of planned work, in which devices may be silent. */
export const outageSchema = z
  .strictObject({ startsAt: instantSchema, endsAt: instantSchema })
  .refine(({ startsAt, endsAt }) => startsAt < endsAt, { path: ['endsAt'], message: texts.outageOrder });

export type Outage = z.infer<typeof outageSchema>;

/** An update as staff manage it (UPD-01). */
export const managedUpdateSchema = recentUpdateSchema.extend({
  isActive: z.boolean(),
  outage: outageSchema.nullable(),
  updatedAt: instantSchema,
  /** The address of the staff member. Null for the console, and after the account was deleted. */
  createdBy: z.string().nullable(),
  /** Sent back with an edit: an edit of an old version is refused. */
  version: z.int().positive(),
});

export type ManagedUpdate = z.infer<typeof managedUpdateSchema>;

export const updateFieldsSchema = newUpdateSchema.extend({
  isActive: z.boolean(),
  outage: outageSchema.nullable().default(null),
});

export type UpdateFields = z.infer<typeof updateFieldsSchema>;
