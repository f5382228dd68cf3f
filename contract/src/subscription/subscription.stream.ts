import { streamEvent } from '../kernel/stream.ts';
import { subscriptionSchema } from './subscription.schema.ts';

export const subscriptionEvent = streamEvent({ name: 'subscription', delivery: 'durable', data: subscriptionSchema });
