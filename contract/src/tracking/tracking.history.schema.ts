import { z } from 'zod';
import { epochMsSchema } from '../kernel/time.schema.ts';
import { packedPathSchema } from './tracking.schema.ts';

/** A calendar day in the caller's time zone: `YYYY-MM-DD`. */
export const daySchema = z.iso.date();

/** `first` and `last` are points of the path; instants in ms. */
const stretch = {
  first: z.int().nonnegative(),
  last: z.int().nonnegative(),
  fromAt: epochMsSchema,
  toAt: epochMsSchema,
};

/**
 * A stop is a place where the device stayed. A gap is a time without positions, during which the device may have been
 * anywhere.
 */
export const historyPartSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('stop'), ...stretch, lat: z.number(), lng: z.number() }),
  z.strictObject({ kind: z.literal('trip'), ...stretch, distanceM: z.number(), topSpeedMps: z.number() }),
  z.strictObject({ kind: z.literal('gap'), ...stretch }),
]);

export type HistoryPart = z.infer<typeof historyPartSchema>;

export const historyDaySchema = z.strictObject({
  day: daySchema,
  timeZone: z.string(),
  /**
   * `fromAt` and `toAt` of the path are the start and end of the day in that time zone. A clock change makes 23 or 25
   * hours.
   */
  path: packedPathSchema,
  /** A speed per point, in the format of `packSpeeds`: measured by the device, otherwise computed. */
  speeds: z.string(),
  /** Implausible points: too inaccurate, or reached at an impossible speed. No part counts these points. */
  doubtful: z.array(z.int().nonnegative()),
  /** False: the day has more positions than the limit, and the path ends early. */
  complete: z.boolean(),
  /** In order of time. Short moments between the parts may belong to no part. */
  parts: z.array(historyPartSchema),
  distanceM: z.number(),
});

export type HistoryDay = z.infer<typeof historyDaySchema>;

export const historyDaysSchema = z.strictObject({
  timeZone: z.string(),
  today: daySchema,
  /** The first day that may be asked for. */
  from: daySchema,
  /** The days that hold positions, ascending. */
  days: z.array(daySchema),
});

export type HistoryDays = z.infer<typeof historyDaysSchema>;
