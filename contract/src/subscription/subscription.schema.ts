import { z } from 'zod';
import { instantSchema } from '../kernel/time.schema.ts';

/** The price of premium, which only the server decides. */
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
  /**
   * The end of the paid period: the next renewal when `renews`, otherwise the end of premium. Null on the free plan.
   */
  endsAt: instantSchema.nullable(),
  /** Whether this server can sell a subscription. */
  billing: z.enum(['on', 'off']),
  /** Whether `endsAt` is followed by another payment. */
  renews: z.boolean(),
  /**
   * A payment failed. While `subscribed`, premium continues and the payment is retried, at `nextTryAt` when the payment
   * service gives a time. When not `subscribed`, premium has ended because of the failure, and a new card in the portal
   * restores premium.
   */
  paymentTrouble: z.strictObject({ nextTryAt: instantSchema.nullable() }).nullable(),
  /** Whether the payment service's portal has content for this user: a current or a former plan. */
  manageable: z.boolean(),
  /** Of the user's own plan, or of a new plan. */
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
  /** The payment service's page with the receipt, on a host of the payment service. */
  url: z.url().nullable(),
});

export type Receipt = z.infer<typeof receiptSchema>;
