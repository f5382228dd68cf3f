import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { alertRules } from './alerts.rules.ts';
import { alertSchema, unreadSchema } from './alerts.schema.ts';

export const listAlerts = endpoint({
  name: 'alerts.list',
  method: 'GET',
  path: '/api/alerts',
  who: 'signed-in',
  summary:
    "Lists the alerts of the caller's devices, newest first, and counts the unread ones up to a limit. `next` continues the list.",
  query: z.strictObject({
    after: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(alertRules.pageSize),
  }),
  answer: z.strictObject({
    alerts: z.array(alertSchema),
    next: z.string().nullable(),
    ...unreadSchema.shape,
  }),
  refusals: ['forbidden'],
});

export const readAlert = endpoint({
  name: 'alerts.markRead',
  method: 'POST',
  path: '/api/alerts/{id}/read',
  who: 'signed-in',
  summary: 'Marks an alert as read, for the caller only. A repeat changes nothing.',
  params: z.strictObject({ id: z.uuid() }),
  answer: unreadSchema,
  refusals: ['forbidden', 'not_found'],
});

export const readAllAlerts = endpoint({
  name: 'alerts.markAllRead',
  method: 'POST',
  path: '/api/alerts/read',
  who: 'signed-in',
  summary: 'Marks an alert and all older ones as read, for you only. Newer alerts stay unread.',
  /** The newest alert that the list shows. */
  body: z.strictObject({ upTo: z.uuid() }),
  answer: unreadSchema,
  refusals: ['forbidden', 'not_found'],
});
