import { z } from 'zod';
import { deviceParams } from '../devices/devices.schema.ts';
import { endpoint, type FileStream } from '../kernel/endpoint.ts';
import { exportFormats } from './tracking.history.rules.ts';
import { daySchema, historyDaySchema, historyDaysSchema } from './tracking.history.schema.ts';

const refusals = ['not_found', 'premium_required', 'forbidden'] as const;

export const listHistoryDays = endpoint({
  name: 'tracking.days',
  method: 'GET',
  path: '/api/devices/{serial}/history/days',
  who: 'signed-in',
  summary: 'Lists which of the last 90 days have positions of a device, in the caller’s time zone.',
  params: deviceParams,
  answer: historyDaysSchema,
  refusals,
});

export const getHistoryDay = endpoint({
  name: 'tracking.day',
  method: 'GET',
  path: '/api/devices/{serial}/history/{day}',
  who: 'signed-in',
  summary: 'One of the last 90 days: where the device was, how fast, where it stopped and how far it went.',
  params: deviceParams.extend({ day: daySchema }),
  answer: historyDaySchema,
  refusals,
});

export const exportHistory = endpoint({
  name: 'tracking.export',
  method: 'GET',
  path: '/api/devices/{serial}/history/export',
  who: 'signed-in',
  summary:
    'The positions of a span of days (both included) as a file that is sent while it is read: GPX 1.1, GeoJSON (RFC 7946) or CSV. One at a time per person.',
  params: deviceParams,
  query: z.strictObject({ from: daySchema, to: daySchema, format: z.enum(exportFormats) }),
  download: { mediaTypes: ['application/gpx+xml', 'application/geo+json', 'text/csv'], isStreamed: true },
  answer: z.custom<FileStream>(),
  refusals: [...refusals, 'conflict'],
  limit: { calls: 30, windowSec: 3_600 },
});
