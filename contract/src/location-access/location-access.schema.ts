import { z } from 'zod';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { accessMinutes, lookKinds, lookRights } from './location-access.rules.ts';

export const accessMinutesSchema = z.literal(accessMinutes);

export const accessAnswerSchema = z.enum(['approved', 'denied']);

/**
 * A requester or viewer, under the current name. `companyName` null: works independently, or is no longer an installer.
 */
export const accessPersonSchema = z.strictObject({
  name: z.string(),
  companyName: z.string().nullable(),
});

/**
 * A pending request. The device's user sees the requester with the address. The requester sees only the requested
 * access.
 */
export const accessRequestSchema = z.strictObject({
  id: z.uuid(),
  serialNumber: serialSchema,
  deviceName: z.string(),
  minutes: accessMinutesSchema,
  requestedAt: instantSchema,
  /** When the request expires. */
  expiresAt: instantSchema,
  requester: accessPersonSchema.extend({ email: z.string() }).nullable(),
});

export type AccessRequest = z.infer<typeof accessRequestSchema>;

/** A grant that runs now. `holder` is null to the holder. */
export const accessGrantSchema = z.strictObject({
  /** The id of the answered request. */
  id: z.uuid(),
  serialNumber: serialSchema,
  deviceName: z.string(),
  minutes: accessMinutesSchema,
  startsAt: instantSchema,
  endsAt: instantSchema,
  holder: accessPersonSchema.nullable(),
  /** When the holder of the grant last saw a position. Null: never. */
  lastLookedAt: instantSchema.nullable(),
});

export type AccessGrant = z.infer<typeof accessGrantSchema>;

/**
 * A row of the access log: another person read positions of the caller's device. Live positions give one row per
 * viewing, with the first and the last instant. All other reads give one row each.
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
  /** The grant behind this view. */
  grant: z.strictObject({ minutes: accessMinutesSchema, startsAt: instantSchema }).nullable(),
  /** The ticket for which support viewed. */
  ticketNumber: z.string().nullable(),
  /** When the access of support for this ticket ended, or will end at the latest. */
  supportUntil: instantSchema.nullable(),
});

export type Look = z.infer<typeof lookSchema>;

/** The same request with the field names of the function get-location-access-requests. */
export const functionRequestSchema = z.strictObject({
  id: z.uuid(),
  device_serial: serialSchema,
  installer_email: z.string(),
  duration_minutes: accessMinutesSchema,
  expires_at: instantSchema,
  status: z.literal('pending'),
});
