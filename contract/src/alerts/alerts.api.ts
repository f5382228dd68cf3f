import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { instantSchema } from '../kernel/time.ts';
import { alertRules } from './alerts.rules.ts';
import {
  alertSchema,
  alertSettingsSchema,
  browserSchema,
  newAlertSettingsSchema,
  newBrowserSchema,
  testResultSchema,
} from './alerts.schema.ts';

const idParams = z.strictObject({ id: z.uuid() });

export const listAlerts = endpoint({
  name: 'alerts.list',
  method: 'GET',
  path: '/api/alerts',
  who: 'signed-in',
  summary: "The alerts of one's devices, newest first, and how many are unread; `next` continues the list.",
  query: z.strictObject({
    after: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(alertRules.pageSize),
  }),
  answer: z.strictObject({
    alerts: z.array(alertSchema),
    next: z.string().nullable(),
    unread: z.int().nonnegative(),
  }),
  refusals: ['forbidden'],
});

export const readAlert = endpoint({
  name: 'alerts.markRead',
  method: 'POST',
  path: '/api/alerts/{id}/read',
  who: 'signed-in',
  summary: 'Marks an alert as read, for oneself alone; one that is read stays as it is.',
  params: idParams,
  answer: z.strictObject({ unread: z.int().nonnegative() }),
  refusals: ['forbidden', 'not_found'],
});

export const readAllAlerts = endpoint({
  name: 'alerts.markAllRead',
  method: 'POST',
  path: '/api/alerts/read',
  who: 'signed-in',
  summary: 'Marks the alerts up to an instant as read, for oneself alone: what came after one looked stays unread.',
  body: z.strictObject({ upTo: instantSchema }),
  answer: z.strictObject({ unread: z.int().nonnegative() }),
  refusals: ['forbidden'],
});

export const getAlertSettings = endpoint({
  name: 'alerts.settings',
  method: 'GET',
  path: '/api/alerts/settings',
  who: 'signed-in',
  summary: 'Which alerts reach one by which channel, the quiet hours, and the browsers that get pushed messages.',
  answer: alertSettingsSchema,
  refusals: ['forbidden'],
});

export const saveAlertSettings = endpoint({
  name: 'alerts.saveSettings',
  method: 'PUT',
  path: '/api/alerts/settings',
  who: 'signed-in',
  summary: 'Chooses channels by cause, and quiet hours.',
  body: newAlertSettingsSchema,
  answer: alertSettingsSchema,
  refusals: ['forbidden'],
});

export const addBrowser = endpoint({
  name: 'alerts.addBrowser',
  method: 'POST',
  path: '/api/alerts/browsers',
  who: 'signed-in',
  summary:
    'Sends pushed messages to this browser from now on; its push service has to be https on a public host. A browser that somebody else used becomes one’s own.',
  body: newBrowserSchema,
  answer: browserSchema,
  refusals: ['forbidden'],
  limit: { calls: 30, perSec: 3_600 },
});

export const removeBrowser = endpoint({
  name: 'alerts.removeBrowser',
  method: 'DELETE',
  path: '/api/alerts/browsers/{id}',
  who: 'signed-in',
  summary: 'Sends no pushed messages to a browser any more.',
  params: idParams,
  answer: z.strictObject({ removed: z.literal(true) }),
  refusals: ['forbidden', 'not_found'],
});

export const sendTestAlert = endpoint({
  name: 'alerts.test',
  method: 'POST',
  path: '/api/alerts/test',
  who: 'signed-in',
  summary: 'Sends a test to oneself by every channel, and answers what became of it.',
  answer: testResultSchema,
  refusals: ['forbidden'],
});
