import { z } from 'zod';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import {
  choosableOutcomes,
  deliveryStates,
  panicChannels,
  panicKinds,
  panicOutcomes,
  panicRoles,
  panicRules,
  panicSources,
} from './panic.rules.ts';
import { panicStepSchema } from './panic.steps.schema.ts';

const roleSchema = z.enum(panicRoles);

export const panicDeviceSchema = z.strictObject({ serialNumber: serialSchema, name: z.string() });

/** The user of a device that panicked. `phone` for calling the wearer; null: not on record. */
export const wearerSchema = z.strictObject({ name: z.string(), phone: z.string().nullable() });

/** An incident as every entitled person sees it: without a position. */
export const incidentSchema = z.strictObject({
  id: z.uuid(),
  /** A drill or a test by support. Marked as a test everywhere. */
  isTest: z.boolean(),
  kind: z.enum(panicKinds),
  source: z.enum(panicSources),
  openedAt: instantSchema,
  /** The time of the first press by the clock of its source. Null: the source gave no time. */
  happenedAt: instantSchema.nullable(),
  /** The press arrived so many seconds after it happened. Null: in time. */
  lateSec: z.int().positive().nullable(),
  /** The clock of the source is wrong, so `happenedAt` is not reliable. */
  hasWrongClock: z.boolean(),
  hubName: z.string().nullable(),
  /** 'Key fob Mia'. Null: unknown. */
  trigger: z.string().nullable(),
  devices: z.array(panicDeviceSchema),
  wearers: z.array(wearerSchema),
  /** Presses so far, repeats included. */
  presses: z.int().positive(),
  taken: z.strictObject({ name: z.string(), role: roleSchema, at: instantSchema, isYou: z.boolean() }).nullable(),
  closed: z
    .strictObject({
      outcome: z.enum(panicOutcomes),
      note: z.string().nullable(),
      /** Null: closed by the portal. */
      name: z.string().nullable(),
      at: instantSchema,
      /** A hold-up or duress alarm that was closed from the wearer's account, as the helpers see it. */
      isDoubtful: z.literal(true).optional(),
    })
    .nullable(),
  you: z.strictObject({
    role: roleSchema,
    name: z.string(),
    /** The page of this person sounds and takes the screen over. */
    isRinging: z.boolean(),
    mayTake: z.boolean(),
    mayRelease: z.boolean(),
    mayClose: z.boolean(),
    mayNote: z.boolean(),
  }),
});

export type Incident = z.infer<typeof incidentSchema>;

export const panicPositionSchema = z.strictObject({
  serialNumber: serialSchema,
  deviceName: z.string(),
  /** When the position was measured. */
  at: instantSchema,
  lat: z.number(),
  lng: z.number(),
  accuracyM: z.number().nullable(),
  /** Older than the limit when it was attached, or not refreshed since. */
  isStale: z.boolean(),
});

export type PanicPosition = z.infer<typeof panicPositionSchema>;

export const panicDeliverySchema = z.strictObject({
  channel: z.enum(panicChannels),
  state: z.enum(deliveryStates),
  /** When the state was reached. */
  at: instantSchema,
  attempts: z.int().nonnegative(),
});

export const panicRecipientSchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  role: roleSchema,
  /** 1 for the first contact. Null for the other roles. */
  rank: z.int().positive().nullable(),
  isYou: z.boolean(),
  /** Null: this person's turn has not come. */
  notifiedAt: instantSchema.nullable(),
  deliveries: z.array(panicDeliverySchema),
});

export type PanicRecipient = z.infer<typeof panicRecipientSchema>;

export const incidentDetailsSchema = incidentSchema.extend({
  /** Newest first. Null: this person does not see where the device is. */
  positions: z.array(panicPositionSchema).nullable(),
  recipients: z.array(panicRecipientSchema),
  /** The next people to be notified, unless the incident is taken first. Null: the chain has ended. */
  next: z.strictObject({ names: z.array(z.string()), at: instantSchema }).nullable(),
  /** The newest lines of the timeline, oldest first. */
  steps: z.array(panicStepSchema),
  /** Continues the timeline with earlier lines. Null: `steps` is all. */
  earlierSteps: z.string().nullable(),
  /** The chain has ended since the incident was free. Null: it goes on, or the incident is taken or closed. */
  unanswered: z.enum(['nobody_took', 'nobody_there']).nullable(),
  /** The server's clock, for ages and countdowns. */
  asOf: instantSchema,
});

export type IncidentDetails = z.infer<typeof incidentDetailsSchema>;

const trimmed = (most: number) => z.string().trim().max(most);

export const closeIncidentSchema = z.strictObject({
  outcome: z.enum(choosableOutcomes),
  note: trimmed(panicRules.noteLength).optional(),
});

export const incidentNoteSchema = z.strictObject({ text: trimmed(panicRules.noteLength).min(1) });
