import { z } from 'zod';
import { serialSchema } from '../kernel/serial.ts';
import { instantSchema } from '../kernel/time.ts';
import { accessMinutes, lookKinds, lookRights } from './location-access.rules.ts';

export const accessMinutesSchema = z.literal(accessMinutes);

export const accessAnswerSchema = z.enum(['approved', 'denied']);

/** Somebody who asks, or looks: as they are called now. `companyName` null: works for themselves, or is no installer any more. */
export const accessPersonSchema = z.strictObject({
  name: z.string(),
  companyName: z.string().nullable(),
});

/** A request that waits for its answer. Its user reads who asks, with the address; who asked reads only what they asked for. */
export const accessRequestSchema = z.strictObject({
  id: z.uuid(),
  serialNumber: serialSchema,
  deviceName: z.string(),
  minutes: accessMinutesSchema,
  requestedAt: instantSchema,
  /** When it lapses by itself. */
  expiresAt: instantSchema,
  requester: accessPersonSchema.extend({ email: z.string() }).nullable(),
});

export type AccessRequest = z.infer<typeof accessRequestSchema>;

/** A grant that runs now. `holder` is null to the holder. */
export const accessGrantSchema = z.strictObject({
  /** The id of the request that it answered. */
  id: z.uuid(),
  serialNumber: serialSchema,
  deviceName: z.string(),
  minutes: accessMinutesSchema,
  startsAt: instantSchema,
  endsAt: instantSchema,
  holder: accessPersonSchema.nullable(),
  /** When its holder last saw a position; null: not yet. */
  lastLookedAt: instantSchema.nullable(),
});

export type AccessGrant = z.infer<typeof accessGrantSchema>;

/**
 * One row of the ledger: somebody read positions of a device of mine. What was pushed live is one row per viewing, with
 * the first and the last instant; all else is one row per read.
 */
export const lookSchema = z.strictObject({
  id: z.string(),
  viewer: accessPersonSchema,
  serialNumber: serialSchema,
  deviceName: z.string(),
  what: z.enum(lookKinds),
  right: z.enum(lookRights),
  /** How many positions were handed over. */
  positions: z.int().positive(),
  fromAt: instantSchema,
  toAt: instantSchema,
  /** The approval that it rests on. */
  grant: z.strictObject({ minutes: accessMinutesSchema, startsAt: instantSchema }).nullable(),
});

export type Look = z.infer<typeof lookSchema>;

/** The same request as the function get-location-access-requests names its fields. */
export const functionRequestSchema = z.strictObject({
  id: z.uuid(),
  device_serial: serialSchema,
  installer_email: z.string(),
  duration_minutes: accessMinutesSchema,
  expires_at: instantSchema,
  status: z.literal('pending'),
});
