import { z } from 'zod';
import { instantSchema } from '../kernel/time.schema.ts';
import { alertsTexts } from './alerts.texts.ts';

const timeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, alertsTexts.timeInvalid);

export const quietHoursSchema = z
  .strictObject({ from: timeSchema, to: timeSchema })
  .refine(({ from, to }) => from !== to, { message: alertsTexts.quietEmpty, path: ['to'] });

const channelsSchema = z.strictObject({ portal: z.boolean(), email: z.boolean(), push: z.boolean() });

const byKind = <Channels extends z.ZodType>(channels: Channels) =>
  z.strictObject({
    low_battery: channels,
    silent: channels,
    power_cut: channels,
    tamper: channels,
    hub_broken: channels,
    hub_silent: channels,
  });

export const alertChoicesSchema = byKind(channelsSchema);

/** A browser that gets pushed messages. */
export const browserSchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  addedAt: instantSchema,
  lastSentAt: instantSchema.nullable(),
  /**
   * SHA-256 of its endpoint in hex. A browser recognises its own entry by this hash, which reveals no data to others.
   */
  fingerprint: z.string(),
  /**
   * No push goes to this browser until the user opens the portal there. The user signed out there, another user signed
   * in, or the push service ended the subscription.
   */
  isPaused: z.boolean(),
});

export type PushBrowser = z.infer<typeof browserSchema>;

export const alertSettingsSchema = z.strictObject({
  choices: alertChoicesSchema,
  quietHours: quietHoursSchema.nullable(),
  /** The account's time zone, in which the quiet hours apply. */
  timeZone: z.string(),
  push: z.strictObject({
    /** Base64url key that a browser subscribes with. */
    publicKey: z.string(),
    browsers: z.array(browserSchema),
  }),
});

export type AlertSettings = z.infer<typeof alertSettingsSchema>;

/** Holds only what changes, so that an outdated page does not undo a change of another page. */
export const alertSettingsChangeSchema = z.strictObject({
  choices: byKind(channelsSchema.partial()).partial().optional(),
  quietHours: quietHoursSchema.nullable().optional(),
});

export type AlertSettingsChange = z.infer<typeof alertSettingsChangeSchema>;

/**
 * The data that a browser returns when subscribing (PushSubscription.toJSON), and the name by which the user knows the
 * browser.
 */
export const newBrowserSchema = z.strictObject({
  endpoint: z.string().min(1).max(1_000),
  keys: z.strictObject({
    p256dh: z.string().regex(/^[\w-]{87}$/, alertsTexts.browserInvalid),
    auth: z.string().regex(/^[\w-]{22}$/, alertsTexts.browserInvalid),
  }),
  name: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .refine((name) => !/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(name)),
});

export type NewBrowser = z.infer<typeof newBrowserSchema>;

/** Only the browser itself holds all these values. */
export const leftBrowserSchema = newBrowserSchema.omit({ name: true });

export type LeftBrowser = z.infer<typeof leftBrowserSchema>;

/** The result of 'Send me a test' on one channel. */
export const testOutcomes = ['sent', 'queued', 'no_server', 'no_browser', 'failed'] as const;

export const testResultSchema = z.strictObject({
  portal: z.literal('sent'),
  /** `queued`: on its way to the mail server. `no_server`: no mail server is configured yet. */
  email: z.enum(testOutcomes),
  push: z.enum(testOutcomes),
});

export type TestResult = z.infer<typeof testResultSchema>;
