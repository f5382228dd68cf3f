import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { analyticsRules } from './analytics.rules.ts';
import {
  analyticsRunSchema,
  analyticsSchema,
  chartsSchema,
  deviceGroupSchema,
  groupDeviceSchema,
} from './analytics.schema.ts';

export const getAnalytics = endpoint({
  name: 'analytics.get',
  method: 'GET',
  path: '/api/support/analytics',
  who: 'staff',
  summary: 'Counts of devices and tickets, popular nicknames and recent activity. No position.',
  answer: analyticsSchema,
  refusals: [],
});

export const listGroupDevices = endpoint({
  name: 'analytics.devices',
  method: 'GET',
  path: '/api/support/analytics/devices',
  who: 'staff',
  summary: 'Up to 10 devices of a country or of a category, newest first, and how many there are.',
  query: deviceGroupSchema,
  answer: z.strictObject({
    devices: z.array(groupDeviceSchema).max(analyticsRules.popoverDevices),
    total: z.int().nonnegative(),
  }),
  refusals: [],
});

export const getCharts = endpoint({
  name: 'analytics.charts',
  method: 'GET',
  path: '/api/support/analytics/charts',
  who: 'staff',
  summary: "Counts of devices, pings, tickets, panic events and firmware versions per day of the viewer's time zone.",
  query: z.strictObject({ days: z.coerce.number().pipe(z.literal(analyticsRules.chartDays)) }),
  holdsNoPersonalData: true,
  answer: chartsSchema,
  refusals: [],
});

export const getAnalyticsRun = endpoint({
  name: 'analytics.run',
  method: 'GET',
  path: '/api/support/analytics/update',
  who: 'staff',
  summary: 'The progress of the newest update of the device analytics, or null before the first.',
  holdsNoPersonalData: true,
  answer: z.strictObject({ run: analyticsRunSchema.nullable() }),
  refusals: [],
});

export const updateAnalytics = endpoint({
  name: 'analytics.update',
  method: 'POST',
  path: '/api/support/analytics/update',
  who: 'staff',
  summary: "Starts an update of every device's country and category. Returns 409 while an update runs.",
  body: z.strictObject({}),
  answer: analyticsRunSchema,
  refusals: ['conflict'],
  limit: { calls: 20, windowSec: 3_600 },
});

/** The procedure update_all_device_analytics_from_pings. */
export const updateAnalyticsFunction = endpoint({
  ...updateAnalytics,
  name: 'analytics.updateFunction',
  path: '/functions/v1/update_all_device_analytics_from_pings',
});
