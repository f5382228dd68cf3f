// Who has premium, until when.
// Serves users (their plan) and the features that premium opens: ping, tracking.
// Portal §4 and §9 (plans), acceptance SUB, PING-06, LIVE-07.
import { subscriptionEvent } from '@trace/contract/subscription/subscription.stream';
import type { PersonData } from '#platform/actor/person-data';
import type { Route } from '#platform/http/route';
import type { SureEvent } from '#platform/stream/streams';
import { subscriptionPersonData } from './subscription.person-data.service.ts';
import type { SubscriptionPort } from './subscription.port.ts';
import { subscriptionRoutes } from './subscription.routes.ts';
import { createSubscriptionService } from './subscription.service.ts';
import type { SubscriptionDependencies } from './subscription.service.ts';

export interface SubscriptionFeature {
  readonly routes: Route[];
  readonly port: SubscriptionPort;
  readonly sureEvents: SureEvent[];
  readonly personData: PersonData;
}

export function createSubscriptionFeature(dependencies: SubscriptionDependencies): SubscriptionFeature {
  const service = createSubscriptionService(dependencies);
  // The plan as it is when it is pushed: of several changes the last one counts.
  const changed: SureEvent = {
    event: subscriptionEvent,
    present: (_payload, actor) => service.planOf(actor.accountId),
  };
  return {
    routes: subscriptionRoutes(service),
    port: service,
    sureEvents: [changed],
    personData: subscriptionPersonData,
  };
}
