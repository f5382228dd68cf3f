import { z } from 'zod';
import { serialSchema } from '../kernel/serial.ts';
import { epochMsSchema } from '../kernel/time.ts';
import { trackingRules } from './tracking.rules.ts';

export const positionSources = ['live_gps', 'ping'] as const;

export type PositionSource = (typeof positionSources)[number];

/**
 * One position as it is pushed. `id` names it for good, so that none is drawn twice; `at` is when it was measured,
 * `receivedAt` when the server had it, both in ms. `fix` false: the device waits for a GPS fix (LIVE-05).
 */
export const positionSchema = z.strictObject({
  serialNumber: serialSchema,
  id: z.string(),
  fix: z.boolean(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  speedMps: z.number().nullable(),
  courseDeg: z.number().nullable(),
  accuracyM: z.number().nullable(),
  at: epochMsSchema,
  receivedAt: epochMsSchema,
  source: z.enum(positionSources),
});

export type Position = z.infer<typeof positionSchema>;

const LONGEST_ID = 21;

/** Ids of positions with commas between them, `trackingRules.mostKnown` at most. */
export const knownPositionsSchema = z
  .string()
  .max(trackingRules.mostKnown * (LONGEST_ID + 1))
  .regex(/^[\w.-]+(,[\w.-]+)*$/);

/**
 * A path as it travels. `steps` is an encoded polyline of three numbers for each point, ascending in time: how much later
 * it is than the point before, in ms, and how far north and east of it, in millionths of a degree. The first is counted
 * from `fromAt` at (0, 0). One text of a day is a sixth of the bytes of written numbers, and a tenth of the work.
 * https://developers.google.com/maps/documentation/utilities/polylinealgorithm
 */
export const packedPathSchema = z.strictObject({
  serialNumber: serialSchema,
  fromAt: epochMsSchema,
  toAt: epochMsSchema,
  steps: z.string(),
  /** Which of the points a ping found; the device reported the others. */
  pings: z.array(z.int().nonnegative()),
});

export type PackedPath = z.infer<typeof packedPathSchema>;

/** How starting live tracking ended. `wasOn`: the device was in live mode already. */
export const liveOutcomeSchema = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('tracking'), wasOn: z.boolean(), intervalMs: z.int() }),
  z.strictObject({ outcome: z.literal('failed'), message: z.string().nullable() }),
]);

export type LiveOutcome = z.infer<typeof liveOutcomeSchema>;
