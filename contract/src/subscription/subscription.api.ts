import { z } from 'zod';
import { endpoint, doneAnswer } from '../kernel/endpoint.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { RECEIPTS_PAGE_SIZE } from './subscription.rules.ts';
import { receiptSchema, subscriptionSchema } from './subscription.schema.ts';

export const getSubscription = endpoint({
  name: 'subscription.get',
  method: 'GET',
  path: '/api/subscription',
  who: 'signed-in',
  summary: "The signed-in person's plan.",
  answer: subscriptionSchema,
  refusals: [],
});

/** An address in the body is the caller's own or left out (FN-01). */
const ownEmail = z.string().max(254).optional();

/** The function check-subscription. */
export const checkSubscription = endpoint({
  name: 'subscription.check',
  method: 'POST',
  path: '/functions/v1/check-subscription',
  who: 'signed-in',
  summary: "Returns the caller's plan after refreshing it from the payment service.",
  body: z.strictObject({ email: ownEmail, userId: z.string().max(254).optional() }),
  answer: z.strictObject({
    subscribed: z.boolean(),
    subscription_tier: z.enum(['free', 'premium']),
    subscription_end: instantSchema.nullable(),
  }),
  refusals: ['forbidden'],
  limit: { calls: 30, windowSec: 60 },
});

/** The function create-checkout. */
export const createCheckout = endpoint({
  name: 'subscription.createCheckout',
  method: 'POST',
  path: '/functions/v1/create-checkout',
  who: 'signed-in',
  summary:
    "Returns the address of a checkout page for premium at the payment service. The page leads back to the caller's area, such as /user?checkout=done or =cancelled. Returns 409 when the caller has a plan.",
  body: z.strictObject({ email: ownEmail }),
  answer: z.strictObject({ url: z.url() }),
  refusals: ['forbidden', 'conflict', 'unavailable'],
  limit: { calls: 10, windowSec: 60 },
});

/** The function customer-portal. */
export const openCustomerPortal = endpoint({
  name: 'subscription.customerPortal',
  method: 'POST',
  path: '/functions/v1/customer-portal',
  who: 'signed-in',
  summary:
    "Returns the address of the page at the payment service where the caller changes card or plan. The page leads back to the caller's area. Returns 404 when the caller never had a plan or is unknown there.",
  body: z.strictObject({ email: ownEmail }),
  answer: z.strictObject({ url: z.url() }),
  refusals: ['forbidden', 'not_found', 'unavailable'],
  limit: { calls: 10, windowSec: 60 },
});

/** Stripe's webhook. The content is only a hint to query Stripe and is not trusted otherwise. */
export const paymentWebhook = endpoint({
  name: 'subscription.webhook',
  method: 'POST',
  path: '/api/stripe/webhook',
  who: 'anybody',
  summary: 'Receives Stripe webhooks. Authenticated by the body signature only. Repeated events are ignored.',
  signed: { header: 'stripe-signature', maxBytes: 1024 * 1024 },
  body: z.custom<Uint8Array>(),
  answer: doneAnswer,
  refusals: ['unavailable'],
  limit: { calls: 6_000, windowSec: 60 },
});

export const listReceipts = endpoint({
  name: 'subscription.receipts',
  method: 'GET',
  path: '/api/subscription/receipts',
  who: 'signed-in',
  summary: "The signed-in person's payments, newest first; `next` continues the list.",
  query: z.strictObject({
    after: z.string().max(200).regex(/^\w+$/).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(RECEIPTS_PAGE_SIZE),
  }),
  answer: z.strictObject({ receipts: z.array(receiptSchema), next: z.string().nullable() }),
  refusals: ['unavailable'],
});
