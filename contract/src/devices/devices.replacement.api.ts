import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { serialSchema } from '../kernel/serial.ts';
import { replacementSchema } from './devices.replacement.schema.ts';
import { deviceParams } from './devices.schema.ts';

export const replaceDevice = endpoint({
  name: 'devices.replace',
  method: 'POST',
  path: '/api/devices/{serial}/replacement',
  who: 'signed-in',
  freshProof: true,
  summary:
    'Registers another tracker in the place of a faulty one: name, assignment, hub and SIM settings move to it, and the old one is set aside with its history. Its user is told.',
  params: deviceParams,
  body: replacementSchema,
  answer: z.strictObject({ serialNumber: serialSchema, setup: z.enum(['none', 'queued']) }),
  refusals: ['forbidden', 'not_found', 'conflict', 'proof_required'],
  limit: { calls: 200, perSec: 3_600 },
});
