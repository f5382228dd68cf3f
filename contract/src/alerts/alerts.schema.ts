import { z } from 'zod';
import { serialSchema } from '../kernel/serial.ts';
import { instantSchema } from '../kernel/time.ts';
import { alertKinds, alertRules } from './alerts.rules.ts';

/**
 * How a message of an alert stands: on its way, waiting for the end of the quiet hours, sent, not sent since its cause
 * was over, not sent since nobody is to get it there (no browser, turned off, no longer theirs), not sent since the person
 * got enough e-mails that day, given up.
 */
export const deliveryStates = ['waiting', 'quiet', 'sent', 'over', 'none', 'limit', 'failed'] as const;

export type DeliveryState = (typeof deliveryStates)[number];

export const alertDeliverySchema = z.strictObject({
  channel: z.enum(['email', 'push']),
  state: z.enum(deliveryStates),
  /** Of `quiet`: when it is sent. */
  until: instantSchema.nullable(),
});

/** An alert as one person sees it. No position: whoever may see one opens the device. */
export const alertSchema = z.strictObject({
  id: z.uuid(),
  kind: z.enum([...alertKinds, 'test']),
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
   * Whether there are more than were counted. With fewer than `alertRules.unreadCounted`: there may be, further back than
   * was looked, behind many of devices that the person has nothing to do with any more.
   */
  isMoreUnread: z.boolean(),
});

export type Unread = z.infer<typeof unreadSchema>;
export type Alert = z.infer<typeof alertSchema>;
export type ShownKind = Alert['kind'];
