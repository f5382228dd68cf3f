import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { instantSchema } from '../kernel/time.ts';

export const subscriptionSchema = z.strictObject({
  subscribed: z.boolean(),
  tier: z.enum(['free', 'premium']),
  endsAt: instantSchema.nullable(),
  /** Whether this server can sell a subscription. */
  billing: z.enum(['on', 'off']),
});

export type Subscription = z.infer<typeof subscriptionSchema>;

export const getSubscription = endpoint({
  name: 'subscription.get',
  method: 'GET',
  path: '/api/subscription',
  who: 'signed-in',
  summary: "The signed-in person's plan.",
  answer: subscriptionSchema,
  refusals: [],
});
