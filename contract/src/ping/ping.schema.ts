import { z } from 'zod';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';

/** A stored ping location. `at` is when the device answered, `fixAt` the position's own time. */
export const pingLocationSchema = z.strictObject({
  id: z.uuid(),
  serialNumber: serialSchema,
  deviceName: z.string(),
  lat: z.number(),
  lng: z.number(),
  accuracyM: z.number().nullable(),
  at: instantSchema,
  fixAt: instantSchema.nullable(),
});

export type PingLocation = z.infer<typeof pingLocationSchema>;

/** `limit` null: unlimited (premium). `resetsAt` is midnight in the account's time zone. */
export const pingQuotaSchema = z.strictObject({
  used: z.int(),
  limit: z.int().nullable(),
  resetsAt: instantSchema,
  timeZone: z.string(),
});

export type PingQuota = z.infer<typeof pingQuotaSchema>;

/** The state or the outcome of a ping. `charged`: whether the ping counts towards the daily limit. */
export const pingOutcomeSchema = z.discriminatedUnion('outcome', [
  z.strictObject({
    outcome: z.literal('located'),
    id: z.uuid(),
    charged: z.literal(true),
    location: pingLocationSchema,
  }),
  z.strictObject({ outcome: z.literal('no_fix'), id: z.uuid(), charged: z.literal(true) }),
  z.strictObject({ outcome: z.literal('failed'), id: z.uuid(), charged: z.boolean(), message: z.string().nullable() }),
  z.strictObject({ outcome: z.literal('unreachable'), id: z.uuid(), charged: z.literal(false) }),
  z.strictObject({ outcome: z.literal('cancelled'), id: z.uuid(), charged: z.literal(false) }),
  z.strictObject({
    outcome: z.literal('waiting'),
    id: z.uuid(),
    charged: z.literal(false),
    expectedAt: instantSchema,
    endsAt: instantSchema,
  }),
]);

export type PingOutcome = z.infer<typeof pingOutcomeSchema>;

/**
 * The caller's own ping that waits for a sleeping or an offline device, with its end and the expected wake of the device
 * (PING-09). Nobody knows when an offline device returns: `expectedAt` then equals `endsAt`.
 */
export const pingWaitSchema = z.strictObject({
  id: z.uuid(),
  serialNumber: serialSchema,
  deviceName: z.string(),
  expectedAt: instantSchema,
  endsAt: instantSchema,
});

export type PingWait = z.infer<typeof pingWaitSchema>;
