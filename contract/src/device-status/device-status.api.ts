import { z } from 'zod';
import { networkTypes } from '../device-protocol/messages.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { serialSchema } from '../kernel/serial.ts';
import { instantSchema } from '../kernel/time.ts';
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

/** The function device-status of portal.md §7. Heartbeats come over the device's own channel only (T09). */
export const deviceStatusFunction = endpoint({
  name: 'device-status.function',
  method: 'POST',
  path: '/functions/v1/device-status',
  who: 'signed-in',
  summary: 'getStatus: how one device is, from what it last reported.',
  body: z.strictObject({ serialNumber: serialSchema, action: z.enum(['getStatus', 'heartbeat']) }),
  answer: z.strictObject({
    success: z.literal(true),
    status: deviceStatusSchema.shape.status,
    sleepModeActive: z.boolean(),
    sleepModeEnabled: z.boolean(),
    networkType: z.enum(networkTypes).nullable(),
    configApplied: z.boolean(),
    connectivity: z.boolean(),
    liveGpsEnabled: z.boolean(),
    lastSeen: instantSchema.nullable(),
    /** Seconds; null when the device was never heard. */
    timeSinceLastHeartbeat: z.number().nullable(),
    lastError: z.string().nullable(),
  }),
  refusals: ['forbidden', 'not_found'],
});
