import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { lastPlaceSchema } from './tracking.places.api.ts';

export const readSupportPosition = endpoint({
  name: 'tracking.supportPosition',
  method: 'GET',
  path: '/api/support/devices/{serial}/position',
  who: 'staff',
  summary:
    "The last known position, while the caller's access for a ticket runs. The user's access log has the view before the answer.",
  params: z.strictObject({ serial: serialSchema }),
  answer: z.strictObject({ place: lastPlaceSchema.nullable(), asOf: instantSchema }),
  refusals: ['gone'],
});
