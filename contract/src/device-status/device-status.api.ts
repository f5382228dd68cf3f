import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { deviceStatusSchema } from './device-status.schema.ts';

export const listStatuses = endpoint({
  name: 'deviceStatus.list',
  method: 'GET',
  path: '/api/device-statuses',
  who: 'signed-in',
  summary: 'Returns the status of the caller’s devices.',
  answer: z.strictObject({ statuses: z.array(deviceStatusSchema) }),
  refusals: [],
});
