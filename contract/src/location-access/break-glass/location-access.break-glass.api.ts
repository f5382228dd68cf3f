import { z } from 'zod';
import { doneAnswer, endpoint } from '../../kernel/endpoint.ts';
import { serialSchema } from '../../kernel/serial.schema.ts';
import { instantSchema } from '../../kernel/time.schema.ts';
import { breakGlassSchema, newBreakGlassSchema } from './location-access.break-glass.schema.ts';

const ofDevice = z.strictObject({ serial: serialSchema });

export const openBreakGlass = endpoint({
  name: 'locationAccess.breakGlass',
  method: 'POST',
  path: '/api/support/devices/{serial}/break-glass',
  who: 'staff',
  summary:
    "Opens the device's location to the caller for 30 minutes, for an unfinished ticket about the device or by its user. Tells the device's user.",
  params: ofDevice,
  body: newBreakGlassSchema,
  answer: z.strictObject({ access: breakGlassSchema, asOf: instantSchema }),
  refusals: ['not_found', 'conflict'],
  limit: { calls: 30, windowSec: 3_600 },
});

export const readBreakGlass = endpoint({
  name: 'locationAccess.ownBreakGlass',
  method: 'GET',
  path: '/api/support/devices/{serial}/break-glass',
  who: 'staff',
  summary: "The caller's own access to the device's location that runs now, or null.",
  params: ofDevice,
  answer: z.strictObject({ access: breakGlassSchema.nullable(), asOf: instantSchema }),
  refusals: [],
});

export const endBreakGlass = endpoint({
  name: 'locationAccess.endBreakGlass',
  method: 'DELETE',
  path: '/api/support/devices/{serial}/break-glass',
  who: 'staff',
  summary: "Ends the caller's own access to the device's location.",
  params: ofDevice,
  answer: doneAnswer,
  refusals: ['not_found'],
});
