import { z } from 'zod';
import { epochMsSchema } from '../kernel/time.ts';
import { packedPathSchema } from './tracking.schema.ts';

/** A calendar day in the time zone of the person who asks: `YYYY-MM-DD`. */
export const daySchema = z.iso.date();

/** `first` and `last` are points of the path; instants in ms. */
const stretch = {
  first: z.int().nonnegative(),
  last: z.int().nonnegative(),
  fromAt: epochMsSchema,
  toAt: epochMsSchema,
};

/** A stop is where the device stayed; a gap is a time without positions in which it may have been anywhere. */
export const historyPartSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('stop'), ...stretch, lat: z.number(), lng: z.number() }),
  z.strictObject({ kind: z.literal('trip'), ...stretch, distanceM: z.number(), topSpeedMps: z.number() }),
  z.strictObject({ kind: z.literal('gap'), ...stretch }),
]);

export type HistoryPart = z.infer<typeof historyPartSchema>;

export const historyDaySchema = z.strictObject({
  day: daySchema,
  timeZone: z.string(),
  /** `fromAt` and `toAt` of the path are where the day begins and ends there: 23 or 25 hours when its clock changes. */
  path: packedPathSchema,
  /** One for each point, as `packSpeeds` writes them: measured by the device, else worked out. */
  speeds: z.string(),
  /** Points that cannot be right: too coarse, or reached faster than anything goes. No part counts them. */
  doubtful: z.array(z.int().nonnegative()),
  /** False: there were more positions than one day may hold, and the path ends early. */
  complete: z.boolean(),
  /** In order of time; short moments between them may be in none. */
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
