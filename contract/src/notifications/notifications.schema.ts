import { z } from 'zod';
import { instantSchema } from '../kernel/time.schema.ts';
import {
  newNotificationDefaults,
  notificationAudiences,
  notificationRules,
  notificationTypes,
} from './notifications.rules.ts';

/** A notification in the bell. Title and message are plain text, and shown as plain text. */
export const notificationSchema = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  message: z.string(),
  type: z.enum(notificationTypes),
  createdAt: instantSchema,
  /** Null: shown until staff withdraw the notification. */
  expiresAt: instantSchema.nullable(),
  isRead: z.boolean(),
});

export type Notification = z.infer<typeof notificationSchema>;

/** A notification on the staff page. `isRead` is about the calling staff member. */
export const sentNotificationSchema = notificationSchema.extend({
  audience: z.enum(notificationAudiences),
  /** The address of the staff member, or 'Trace' for the portal itself. Null after the account was deleted. */
  createdBy: z.string().nullable(),
  withdrawnAt: instantSchema.nullable(),
});

export type SentNotification = z.infer<typeof sentNotificationSchema>;

export const newNotificationSchema = z.strictObject({
  title: z.string().trim().min(1).max(notificationRules.titleMaxLength),
  message: z.string().trim().min(1).max(notificationRules.messageMaxLength),
  type: z.enum(notificationTypes).default(newNotificationDefaults.type),
  audience: z.enum(notificationAudiences).default(newNotificationDefaults.audience),
  expiresAt: instantSchema.nullable().default(null),
});

export type NewNotification = z.infer<typeof newNotificationSchema>;
