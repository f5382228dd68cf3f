import { z } from 'zod';
import { doneAnswer, endpoint } from '../kernel/endpoint.ts';
import { notificationRules } from './notifications.rules.ts';
import { notificationSchema } from './notifications.schema.ts';

export const listNotifications = endpoint({
  name: 'notifications.list',
  method: 'GET',
  path: '/api/notifications',
  who: 'signed-in',
  summary: "The newest notifications to the caller's audience, without expired and withdrawn ones.",
  answer: z.strictObject({ notifications: z.array(notificationSchema).max(notificationRules.bellSize) }),
  refusals: [],
});

export const readNotifications = endpoint({
  name: 'notifications.read',
  method: 'POST',
  path: '/api/notifications/read',
  who: 'signed-in',
  summary: 'Marks notifications as read by the caller. Ignores notifications that the caller cannot see.',
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(notificationRules.bellSize) }),
  answer: doneAnswer,
  refusals: [],
});
