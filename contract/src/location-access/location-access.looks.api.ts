import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { LOOKS_PAGE_SIZE } from './location-access.rules.ts';
import { lookSchema } from './location-access.schema.ts';

export const listLooks = endpoint({
  name: 'locationAccess.looks',
  method: 'GET',
  path: '/api/location-access/looks',
  who: 'signed-in',
  summary:
    'Lists who viewed your location, when, what and with which permission, newest first. `next` is the cursor of the next page.',
  query: z.strictObject({
    serialNumber: serialSchema.optional(),
    after: z
      .string()
      .max(60)
      .regex(/^\d{1,18}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(LOOKS_PAGE_SIZE).default(LOOKS_PAGE_SIZE),
  }),
  answer: z.strictObject({ looks: z.array(lookSchema), next: z.string().nullable() }),
  refusals: [],
});
