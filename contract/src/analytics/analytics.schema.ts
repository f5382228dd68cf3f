import { z } from 'zod';
import { instantSchema } from '../kernel/time.schema.ts';
import { ticketPriorities, ticketStatuses } from '../tickets/tickets.schema.ts';
import { deviceCategories, type GaugeSeries, type TallySeries } from './analytics.rules.ts';

const countSchema = z.int().nonnegative();

/** ISO 3166-1 alpha-2, or the code for an unknown country. */
export const countryCodeSchema = z.string().regex(/^[A-Z]{2}$/);

/** A run of 'Update Analytics from Ping Data'. */
export const analyticsRunSchema = z.strictObject({
  id: z.uuid(),
  startedAt: instantSchema,
  /** Null while the run goes on. */
  finishedAt: instantSchema.nullable(),
  outcome: z.enum(['done', 'failed']).nullable(),
  devicesTotal: countSchema,
  devicesDone: countSchema,
});

export type AnalyticsRun = z.infer<typeof analyticsRunSchema>;

export const analyticsSchema = z.strictObject({
  devices: z.strictObject({
    total: countSchema,
    active: countSchema,
    newToday: countSchema,
    /** Distinct known countries. */
    countries: countSchema,
  }),
  tickets: z.strictObject({
    total: countSchema,
    open: countSchema,
    resolved: countSchema,
    /** Hours from opening to resolution, on average. Null before the first resolution. */
    averageResolutionHours: z.number().nonnegative().nullable(),
    byPriority: z.array(z.strictObject({ priority: z.enum(ticketPriorities), count: countSchema })),
    byStatus: z.array(z.strictObject({ status: z.enum(ticketStatuses), count: countSchema })),
    issueWords: z.array(z.strictObject({ word: z.string(), count: countSchema })),
  }),
  /** The most frequent countries, most devices first. */
  byCountry: z.array(z.strictObject({ country: countryCodeSchema, count: countSchema })),
  /** All categories with devices, most devices first. */
  byCategory: z.array(z.strictObject({ category: z.enum(deviceCategories), count: countSchema })),
  nicknames: z.array(z.strictObject({ nickname: z.string(), count: countSchema })),
  /** Newest first. */
  activity: z.array(z.strictObject({ id: z.string(), action: z.string(), email: z.string(), at: instantSchema })),
  /** The newest run, or null before the first. */
  run: analyticsRunSchema.nullable(),
});

export type Analytics = z.infer<typeof analyticsSchema>;

/** Exactly one of both. */
export const deviceGroupSchema = z
  .strictObject({ country: countryCodeSchema.optional(), category: z.enum(deviceCategories).optional() })
  .refine(({ country, category }) => (country === undefined) !== (category === undefined), {
    error: 'Give a country or a category.',
  });

export type DeviceGroup = z.infer<typeof deviceGroupSchema>;

/** A device of a group: no serial, no user, no position. */
export const groupDeviceSchema = z.strictObject({
  id: z.int(),
  nickname: z.string().nullable(),
  country: countryCodeSchema,
  category: z.enum(deviceCategories),
  isActive: z.boolean(),
});

export type GroupDevice = z.infer<typeof groupDeviceSchema>;

const countsSchema = z.array(countSchema);
const dailySchema = z.array(countSchema.nullable());

/** ANA-06: one value per day, in the order of `days`. Null: not measured on that day. */
export const chartsSchema = z.strictObject({
  timeZone: z.string(),
  /** Calendar days of the viewer's time zone, today last. */
  days: z.array(z.iso.date()),
  tallies: z.strictObject({
    'devices.registered': countsSchema,
    'pings.located': countsSchema,
    'pings.no_fix': countsSchema,
    'pings.failed': countsSchema,
    'pings.unreachable': countsSchema,
    'pings.cancelled': countsSchema,
    'tickets.low': countsSchema,
    'tickets.medium': countsSchema,
    'tickets.high': countsSchema,
    'tickets.urgent': countsSchema,
    'tickets.resolved': countsSchema,
    'panics.alarm': countsSchema,
    'panics.test': countsSchema,
  } satisfies Record<TallySeries, z.ZodType>),
  gauges: z.strictObject({
    'devices.total': dailySchema,
    'devices.active': dailySchema,
  } satisfies Record<GaugeSeries, z.ZodType>),
  /** Most devices today first. */
  firmware: z.array(z.strictObject({ version: z.string(), counts: dailySchema })),
});

export type Charts = z.infer<typeof chartsSchema>;
