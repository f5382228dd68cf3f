import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { DEVICE_PAGE_SIZE } from './devices.rules.ts';
import { deviceSchema } from './devices.schema.ts';

export const listDevices = endpoint({
  name: 'devices.list',
  method: 'GET',
  path: '/api/devices',
  who: 'signed-in',
  summary: 'The devices of the signed-in person, by name; `next` continues the list.',
  query: z.strictObject({
    after: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(DEVICE_PAGE_SIZE).default(DEVICE_PAGE_SIZE),
  }),
  answer: z.strictObject({ devices: z.array(deviceSchema), next: z.string().nullable() }),
  refusals: [],
});
