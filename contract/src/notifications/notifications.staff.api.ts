import { z } from 'zod';
import { doneAnswer, endpoint } from '../kernel/endpoint.ts';
import { notificationRules, notificationTypes } from './notifications.rules.ts';
import { newNotificationSchema, sentNotificationSchema } from './notifications.schema.ts';

export const listSentNotifications = endpoint({
  name: 'notifications.listSent',
  method: 'GET',
  path: '/api/support/notifications',
  who: 'staff',
  summary: 'All notifications, newest first; searched by title, message and creator. `next` continues the list.',
  query: z.strictObject({
    search: z.string().trim().max(notificationRules.searchMaxLength).optional(),
    type: z.enum(notificationTypes).optional(),
    after: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(notificationRules.pageSize),
  }),
  answer: z.strictObject({ notifications: z.array(sentNotificationSchema), next: z.string().nullable() }),
  refusals: [],
});

export const createNotification = endpoint({
  name: 'notifications.create',
  method: 'POST',
  path: '/api/support/notifications',
  who: 'staff',
  summary:
    'Sends a notification to everyone of an audience, now and until it expires. A repeat with the same id sends nothing.',
  body: newNotificationSchema.extend({ id: z.uuid().optional() }),
  answer: sentNotificationSchema,
  refusals: ['conflict'],
  limit: { calls: 30, windowSec: 3_600 },
});

export const withdrawNotification = endpoint({
  name: 'notifications.withdraw',
  method: 'POST',
  path: '/api/support/notifications/{id}/withdraw',
  who: 'staff',
  summary: 'Removes a notification from all bells. Staff still see it on their page.',
  params: z.strictObject({ id: z.uuid() }),
  answer: doneAnswer,
  refusals: ['not_found'],
});
