import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';

/** When a device's receiver last had a fix, without the position. */
export const lastFixSchema = z.strictObject({
  serialNumber: serialSchema,
  /** Null: not in the last 24 hours. */
  fixAt: instantSchema.nullable(),
});

export type LastFix = z.infer<typeof lastFixSchema>;

export const listFixes = endpoint({
  name: 'tracking.fixes',
  method: 'GET',
  path: '/api/fixes',
  who: 'signed-in',
  summary:
    'Returns when each device assigned to the caller last had a GPS fix within 24 hours, on any plan, without the place.',
  answer: z.strictObject({ fixes: z.array(lastFixSchema) }),
  refusals: [],
});
