import { streamEvent } from '../kernel/stream.ts';
import { subscriptionSchema } from './subscription.api.ts';

export const subscriptionEvent = streamEvent({ name: 'subscription', delivery: 'sure', data: subscriptionSchema });
