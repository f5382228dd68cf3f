import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { positionSources } from './tracking.schema.ts';

/** The newest known position of a device. `at` is the time of measurement. `speedMps` is null after a ping. */
export const lastPlaceSchema = z.strictObject({
  serialNumber: serialSchema,
  lat: z.number(),
  lng: z.number(),
  accuracyM: z.number().nullable(),
  speedMps: z.number().nullable(),
  at: instantSchema,
  source: z.enum(positionSources),
});

export type LastPlace = z.infer<typeof lastPlaceSchema>;

export const listLastPlaces = endpoint({
  name: 'tracking.places',
  method: 'GET',
  path: '/api/last-places',
  who: 'signed-in',
  summary:
    'Returns the newest known position of each device assigned to the signed-in person: reported or pinged with premium, pinged on the free plan. Devices without a known position are missing.',
  answer: z.strictObject({ places: z.array(lastPlaceSchema) }),
  refusals: [],
});
