import { z } from 'zod';
import { networkTypes } from '../device-protocol/states.ts';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { deviceStatuses, networkLabels } from './device-status.rules.ts';

/** The status of a device as users see the status (STAT-01 STAT-02 STAT-03). */
export const deviceStatusSchema = z.strictObject({
  serialNumber: serialSchema,
  status: z.enum(deviceStatuses),
  sleepModeActive: z.boolean(),
  sleepModeEnabled: z.boolean(),
  networkType: z.enum(networkTypes).nullable(),
  network: z.enum(networkLabels),
  configApplied: z.boolean(),
  connectivity: z.boolean(),
  liveGpsEnabled: z.boolean(),
  batteryPct: z.number().nullable(),
  signalPct: z.number().nullable(),
  lastError: z.string().nullable(),
  /** When the device was last heard, and until when its next message is expected. */
  lastSeen: instantSchema.nullable(),
  expectedAt: instantSchema.nullable(),
  /** Since when the device's messages have had no credible time, so that its positions may not show (decision 054). */
  clockWrongSince: instantSchema.nullable(),
  /** Seconds that a wrong clock is ahead, negative when behind. Null when it is right, or the device has no time. */
  clockOffSec: z.int().nullable(),
});

export type DeviceStatusView = z.infer<typeof deviceStatusSchema>;
