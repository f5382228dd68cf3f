import { z } from 'zod';
import { networkTypes } from '../device-protocol/states.ts';
import { serialSchema } from '../kernel/serial.ts';
import { instantSchema } from '../kernel/time.ts';

export const deviceStatuses = ['awaiting', 'offline', 'online', 'sleeping', 'updating', 'error'] as const;
export const networkLabels = ['ethernet', 'sim', 'disconnected'] as const;

export type DeviceStatus = (typeof deviceStatuses)[number];
export type NetworkLabel = (typeof networkLabels)[number];

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
});

export type DeviceStatusView = z.infer<typeof deviceStatusSchema>;
