import { z } from 'zod';
import { commandNames } from '../device-protocol/commands.ts';
import { serialSchema } from '../kernel/serial.ts';
import { instantSchema } from '../kernel/time.ts';

/** CTRL-04: queued, waiting for the device to wake, sent, acknowledged by it; then one of the four ends. */
export const commandStates = [
  'queued',
  'waiting',
  'sent',
  'acknowledged',
  'answered',
  'failed',
  'expired',
  'cancelled',
] as const;

export type CommandState = (typeof commandStates)[number];

export const commandSchema = z.strictObject({
  requestId: z.uuid(),
  serialNumber: serialSchema,
  command: z.enum(commandNames),
  state: z.enum(commandStates),
  /** Who sent it: a person's name, or null when the portal did. */
  sentBy: z.string().nullable(),
  createdAt: instantSchema,
  expiresAt: instantSchema.nullable(),
  sentAt: instantSchema.nullable(),
  acknowledgedAt: instantSchema.nullable(),
  finishedAt: instantSchema.nullable(),
  message: z.string().nullable(),
});

export type DeviceCommand = z.infer<typeof commandSchema>;
