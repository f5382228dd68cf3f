import { z } from 'zod';
import { instantSchema } from '../kernel/time.schema.ts';
import { newUpdateSchema, recentUpdateSchema } from './recent-updates.schema.ts';

/** An update as staff manage it (UPD-01). */
export const managedUpdateSchema = recentUpdateSchema.extend({
  isActive: z.boolean(),
  updatedAt: instantSchema,
  /** The address of the staff member. Null for the console, and after the account was deleted. */
  createdBy: z.string().nullable(),
  /** Sent back with an edit: an edit of an old version is refused. */
  version: z.int().positive(),
});

export type ManagedUpdate = z.infer<typeof managedUpdateSchema>;

export const updateFieldsSchema = newUpdateSchema.extend({ isActive: z.boolean() });

export type UpdateFields = z.infer<typeof updateFieldsSchema>;
