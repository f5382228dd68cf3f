import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { replacementSchema } from './devices.replacement.schema.ts';
import { deviceParams } from './devices.schema.ts';

export const replaceDevice = endpoint({
  name: 'devices.replace',
  method: 'POST',
  path: '/api/devices/{serial}/replacement',
  who: 'signed-in',
  freshProof: true,
  summary:
    'Replaces a faulty tracker: moves name, assignment, hub and SIM settings to the new one. The old one keeps its history and can no longer connect. Notifies the user.',
  params: deviceParams,
  body: replacementSchema,
  answer: z.strictObject({ serialNumber: serialSchema, setup: z.enum(['none', 'queued']) }),
  refusals: ['forbidden', 'not_found', 'conflict'],
  limit: { calls: 200, windowSec: 3_600 },
});
