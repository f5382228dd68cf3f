import { z } from 'zod';
import { serialSchema } from '../kernel/serial.schema.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { alertKinds, alertRules, answerKinds, noticeKinds } from './alerts.rules.ts';

/**
 * The state of an alert message: on its way, waiting for a mail server or for the end of the quiet hours, sent, dropped
 * for one of three reasons, or given up. `over`: the cause was over. `none`: no recipient on this channel (no browser, turned off, no
 * access to the device any more). `limit`: the user got enough emails that day.
 */
export const deliveryStates = ['waiting', 'no_server', 'quiet', 'sent', 'over', 'none', 'limit', 'failed'] as const;

export type DeliveryState = (typeof deliveryStates)[number];

export const alertDeliverySchema = z.strictObject({
  channel: z.enum(['email', 'push']),
  state: z.enum(deliveryStates),
  /** For `quiet`: the time of sending. */
  until: instantSchema.nullable(),
});

/**
 * An alert as one user sees the alert. Contains no position: a user with permission to see the position opens the
 * device.
 */
export const alertSchema = z.strictObject({
  id: z.uuid(),
  kind: z.enum([...alertKinds, ...answerKinds, ...noticeKinds, 'test']),
  /** Null for a test. */
  device: z.strictObject({ serialNumber: serialSchema, name: z.string() }).nullable(),
  startedAt: instantSchema,
  /** Null while the cause lasts. */
  endedAt: instantSchema.nullable(),
  readAt: instantSchema.nullable(),
  deliveries: z.array(alertDeliverySchema),
});

/** How many of a person's alerts are unread. */
export const unreadSchema = z.strictObject({
  /** Counted up to `alertRules.unreadCounted`. */
  unread: z.int().nonnegative().max(alertRules.unreadCounted),
  /**
   * Whether more unread alerts exist than were counted. If `unread` is below `alertRules.unreadCounted`, more unread
   * alerts may exist beyond the searched range, behind many alerts of devices that no longer concern this user.
   */
  isMoreUnread: z.boolean(),
});

export type Unread = z.infer<typeof unreadSchema>;
export type Alert = z.infer<typeof alertSchema>;
export type ShownKind = Alert['kind'];
