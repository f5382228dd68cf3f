import { z } from 'zod';
import { instantSchema } from '../kernel/time.ts';

/** What premium costs; decided by the server alone. */
export const priceSchema = z.strictObject({
  /** In the currency's smallest unit: 2000 are 20 dollars. Includes tax. */
  amount: z.int().nonnegative(),
  /** ISO 4217, lower case. */
  currency: z.string().regex(/^[a-z]{3}$/),
  interval: z.enum(['day', 'week', 'month', 'year']),
});

export type Price = z.infer<typeof priceSchema>;

export const subscriptionSchema = z.strictObject({
  subscribed: z.boolean(),
  tier: z.enum(['free', 'premium']),
  /** The end of what is paid: the next renewal where `renews`, else the end of premium. Null on the free plan. */
  endsAt: instantSchema.nullable(),
  /** Whether this server can sell a subscription. */
  billing: z.enum(['on', 'off']),
  /** Whether `endsAt` is followed by another payment. */
  renews: z.boolean(),
  /**
   * A payment failed. While `subscribed`, premium goes on and it is tried again, at `nextTryAt` where the payment
   * service says when; when not `subscribed`, premium has ended for it and a new card in the portal brings it back.
   */
  paymentTrouble: z.strictObject({ nextTryAt: instantSchema.nullable() }).nullable(),
  /** Whether the portal of the payment service has something to show: a plan, or one that was. */
  manageable: z.boolean(),
  price: priceSchema,
});

export type Subscription = z.infer<typeof subscriptionSchema>;

export const receiptSchema = z.strictObject({
  id: z.string(),
  at: instantSchema,
  /** In the currency's smallest unit. */
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['paid', 'open', 'failed', 'void']),
  /** The page of the payment service with the receipt, on one of its own hosts. */
  url: z.url().nullable(),
});

export type Receipt = z.infer<typeof receiptSchema>;
