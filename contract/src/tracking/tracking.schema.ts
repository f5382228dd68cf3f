import { z } from 'zod';
import { serialSchema } from '../kernel/serial.schema.ts';
import { epochMsSchema } from '../kernel/time.schema.ts';
import { trackingRules } from './tracking.rules.ts';

export const positionSources = ['live_gps', 'ping'] as const;

export type PositionSource = (typeof positionSources)[number];

/**
 * A position as published. `id` is permanent, so that no position is drawn twice. `at` is the time of measurement,
 * `receivedAt` the time of receipt by the server, both in ms. `fix` false: the device waits for a GPS fix (LIVE-05).
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

/** Comma-separated ids of positions, at most `trackingRules.mostKnown`. */
export const knownPositionsSchema = z
  .string()
  .max(trackingRules.mostKnown * (LONGEST_ID + 1))
  .regex(/^[\w.-]+(,[\w.-]+)*$/);

/**
 * A path in its transfer format. `steps` is an encoded polyline of three numbers per point, ascending in time. These
 * are the ms since the previous point, and the distance north and east in millionths of a degree. The first point
 * counts from `fromAt` at (0, 0). The text of a day has a sixth of the bytes of written numbers, and takes a tenth of
 * the work.
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
