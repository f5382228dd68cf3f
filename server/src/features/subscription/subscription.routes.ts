import { getSubscription } from '@trace/contract/subscription/subscription.api';
import { route } from '#platform/http/route';
import type { Route } from '#platform/http/route';
import type { SubscriptionService } from './subscription.service.ts';

export function subscriptionRoutes(service: SubscriptionService): Route[] {
  return [route(getSubscription, (call) => service.planOf(call.actor.accountId))];
}
