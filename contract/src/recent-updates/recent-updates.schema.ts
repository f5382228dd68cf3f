import { z } from 'zod';
import { instantSchema } from '../kernel/time.schema.ts';
import { DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH } from './recent-updates.rules.ts';

export const updateTypeSchema = z.enum(['feature', 'improvement', 'bugfix', 'announcement']);

export type UpdateType = z.infer<typeof updateTypeSchema>;

/** An entry of the feed. Title and description are plain text, and shown as plain text. */
export const recentUpdateSchema = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  type: updateTypeSchema,
  isNew: z.boolean(),
  publishedAt: instantSchema,
});

export type RecentUpdate = z.infer<typeof recentUpdateSchema>;

/** The fields of an announcement for the banner of the landing page. */
export const announcementSchema = recentUpdateSchema.pick({ id: true, description: true });

export type Announcement = z.infer<typeof announcementSchema>;

/** The input for publishing an update. */
export const newUpdateSchema = z.strictObject({
  title: z.string().trim().min(1).max(TITLE_MAX_LENGTH),
  description: z.string().trim().min(1).max(DESCRIPTION_MAX_LENGTH),
  type: updateTypeSchema,
  isNew: z.boolean(),
});

export type NewUpdate = z.infer<typeof newUpdateSchema>;
