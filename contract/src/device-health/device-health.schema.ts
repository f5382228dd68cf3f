import { z } from 'zod';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { healthStates } from './device-health.rules.ts';

/** HLTH-01: a device on the health page. No position, no owner. */
export const healthRecordSchema = z.strictObject({
  serialNumber: serialSchema,
  nickname: z.string().nullable(),
  status: z.enum(healthStates),
  batteryPct: z.number().nullable(),
  signalPct: z.number().nullable(),
  /** Error lines of the last 24 hours. */
  errors: z.int().nonnegative(),
  lastSeen: instantSchema.nullable(),
  /** When the device last reported these values. Null: never. */
  updatedAt: instantSchema.nullable(),
});

export type HealthRecord = z.infer<typeof healthRecordSchema>;
