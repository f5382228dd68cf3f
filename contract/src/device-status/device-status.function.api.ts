import { z } from 'zod';
import { setupConfigSchema } from '../device-setup/device-setup.api.ts';
import { networkTypes, reportedStatuses } from '../device-protocol/states.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { deviceStatusSchema } from './device-status.schema.ts';

const checkedStatusSchema = z.strictObject({
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
});

/** The answer of getStatus. */
export type CheckedStatus = z.infer<typeof checkedStatusSchema>;

/** The function device-status. Heartbeats come over the device's own channel only (T09). */
export const deviceStatusFunction = endpoint({
  name: 'deviceStatus.function',
  method: 'POST',
  path: '/functions/v1/device-status',
  who: 'signed-in',
  summary:
    '`getStatus` returns the status of a device from its last report. `verifyExists` returns whether a serial is in the registry. `reconfigure` changes hub and SIM after re-authentication. `heartbeat` is always refused.',
  body: z.discriminatedUnion('action', [
    z.strictObject({ serialNumber: serialSchema, action: z.literal('getStatus') }),
    z.strictObject({ serialNumber: serialSchema, action: z.literal('verifyExists') }),
    z.strictObject({
      serialNumber: serialSchema,
      action: z.literal('heartbeat'),
      status: z.enum(reportedStatuses).optional(),
    }),
    z.strictObject({ serialNumber: serialSchema, action: z.literal('reconfigure'), config: setupConfigSchema }),
  ]),
  answer: z.union([
    checkedStatusSchema,
    z.strictObject({ success: z.literal(true), exists: z.boolean() }),
    z.strictObject({ success: z.boolean(), message: z.string().optional(), error: z.string().optional() }),
  ]),
  refusals: [
    'forbidden',
    'not_found',
    'proof_required',
    'conflict',
    'wrong_credentials',
    'too_many_requests',
    'unavailable',
  ],
});
