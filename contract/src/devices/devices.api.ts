import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { serialSchema } from '../kernel/serial.ts';
import { instantSchema } from '../kernel/time.ts';
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

export const provisionCertificate = endpoint({
  name: 'devices.provisionCertificate',
  method: 'POST',
  path: '/functions/v1/provision-certificate',
  who: 'signed-in',
  summary:
    "Signs a device's own certificate request; the private key never leaves the device, and the one before ends.",
  body: z.strictObject({ serialNumber: serialSchema, csr: z.string().min(1).max(4_096) }),
  answer: z.strictObject({
    success: z.literal(true),
    certificate: z.string(),
    authority: z.string(),
    expiresAt: instantSchema,
  }),
  refusals: ['forbidden', 'not_found'],
  limit: { calls: 20, perSec: 3_600 },
});
