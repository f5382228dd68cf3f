import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { deviceStatusSchema } from './device-status.schema.ts';

export const listStatuses = endpoint({
  name: 'device-status.list',
  method: 'GET',
  path: '/api/device-statuses',
  who: 'signed-in',
  summary: 'How the devices of the signed-in person are.',
  answer: z.strictObject({ statuses: z.array(deviceStatusSchema) }),
  refusals: [],
});
