import { z } from 'zod';
import { endpoint, doneAnswer } from '../kernel/endpoint.ts';
import {
  alertSettingsSchema,
  browserSchema,
  leftBrowserSchema,
  alertSettingsChangeSchema,
  newBrowserSchema,
  testResultSchema,
} from './alerts.settings.schema.ts';

export const getAlertSettings = endpoint({
  name: 'alerts.settings',
  method: 'GET',
  path: '/api/alerts/settings',
  who: 'signed-in',
  summary: 'Returns your alert channels, quiet hours and browsers with push turned on.',
  answer: alertSettingsSchema,
  refusals: ['forbidden'],
});

export const saveAlertSettings = endpoint({
  name: 'alerts.saveSettings',
  method: 'PUT',
  path: '/api/alerts/settings',
  who: 'signed-in',
  summary: 'Saves the channels of each cause, and the quiet hours.',
  body: alertSettingsChangeSchema,
  answer: alertSettingsSchema,
  refusals: ['forbidden'],
});

export const addBrowser = endpoint({
  name: 'alerts.addBrowser',
  method: 'POST',
  path: '/api/alerts/browsers',
  who: 'signed-in',
  summary:
    'Subscribes this browser to push messages. The push service must use https on a public host. Takes over a browser that another account used.',
  body: newBrowserSchema,
  answer: browserSchema,
  refusals: ['forbidden'],
  limit: { calls: 30, windowSec: 3_600 },
});

export const renewBrowser = endpoint({
  name: 'alerts.renewBrowser',
  method: 'PUT',
  path: '/api/alerts/browsers/{id}',
  who: 'signed-in',
  summary:
    "Replaces the push subscription of one of the caller's browsers. Returns 404 when push was turned off for it.",
  params: z.strictObject({ id: z.uuid() }),
  body: newBrowserSchema,
  answer: browserSchema,
  refusals: ['forbidden', 'not_found'],
  limit: { calls: 30, windowSec: 3_600 },
});

export const removeBrowser = endpoint({
  name: 'alerts.removeBrowser',
  method: 'DELETE',
  path: '/api/alerts/browsers/{id}',
  who: 'signed-in',
  summary: "Turns push messages off for one of the caller's browsers.",
  params: z.strictObject({ id: z.uuid() }),
  answer: doneAnswer,
  refusals: ['forbidden', 'not_found'],
});

export const leaveBrowser = endpoint({
  name: 'alerts.leaveBrowser',
  method: 'POST',
  path: '/api/alerts/browsers/leave',
  who: 'signed-in',
  summary:
    'Pauses push for this browser, whoever subscribed it, on sign-out or when another person signs in. It stays paused until its owner subscribes again.',
  body: leftBrowserSchema,
  answer: doneAnswer,
  refusals: [],
  limit: { calls: 30, windowSec: 3_600 },
});

export const sendTestAlert = endpoint({
  name: 'alerts.test',
  method: 'POST',
  path: '/api/alerts/test',
  who: 'signed-in',
  summary: 'Sends a test alert to the caller by every channel, and returns the result of each.',
  answer: testResultSchema,
  refusals: ['forbidden'],
});
