import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { isPlainLine } from '../kernel/name.ts';
import { healthPage, SEARCH_MAX_LENGTH } from './device-health.rules.ts';
import { healthRecordSchema } from './device-health.schema.ts';

export const listDeviceHealth = endpoint({
  name: 'deviceHealth.list',
  method: 'GET',
  path: '/api/support/device-health',
  who: 'staff',
  summary: 'The health of all devices, silent devices first; searched by serial, name or status. No positions.',
  query: z.strictObject({
    search: z.string().trim().max(SEARCH_MAX_LENGTH).refine(isPlainLine, 'Use plain text.').optional(),
    after: z
      .string()
      .regex(/^\d~\d{1,17}~\d{1,10}$/u, 'Invalid cursor. Load the list from the start.')
      .optional(),
    limit: z.coerce.number().int().min(1).max(healthPage.most).default(healthPage.usual),
  }),
  answer: z.strictObject({ records: z.array(healthRecordSchema), next: z.string().nullable() }),
  refusals: [],
});
