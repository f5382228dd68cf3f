import { done } from '@trace/contract/kernel/endpoint';
import {
  checkSubscription,
  createCheckout,
  getSubscription,
  listReceipts,
  openCustomerPortal,
  paymentWebhook,
} from '@trace/contract/subscription/subscription.api';
import { giveGift } from '@trace/contract/subscription/subscription.gift.api';
import { openRoute, route } from '#platform/http/route';
import type { Route } from '#platform/http/route';
import type { BillingService } from './billing/subscription.billing.service.ts';
import type { Reconciling } from './billing/subscription.reconciling.service.ts';
import type { Gifts } from './subscription.gifts.service.ts';
import type { SubscriptionService } from './subscription.service.ts';
import type { ReceiveWebhook } from './billing/subscription.webhook.service.ts';

export interface SubscriptionDoors {
  readonly service: SubscriptionService;
  readonly gifts: Gifts;
  readonly billing: BillingService;
  readonly reconciling: Reconciling | null;
  readonly receive: ReceiveWebhook;
}

export function subscriptionRoutes({ service, gifts, billing, reconciling, receive }: SubscriptionDoors): Route[] {
  return [
    route(getSubscription, async ({ actor: { accountId } }) => {
      await reconciling?.askIfEnded(accountId);
      return service.planOf(accountId);
    }),
    route(checkSubscription, async ({ actor, body }) => {
      await billing.check(actor, body);
      const { subscribed, tier, endsAt } = await service.planOf(actor.accountId);
      return { subscribed, subscription_tier: tier, subscription_end: endsAt };
    }),
    route(createCheckout, async ({ actor, origin, body }) => ({
      url: await billing.checkout(actor, origin, body.email),
    })),
    route(openCustomerPortal, async ({ actor, origin, body }) => ({
      url: await billing.portal(actor, origin, body.email),
    })),
    route(giveGift, ({ actor, origin, params, body }) => gifts.give(actor, origin, params.id, body.lastDay)),
    route(listReceipts, ({ actor, query }) => billing.receipts(actor, query)),
    openRoute(paymentWebhook, async ({ body, signature }) => {
      await receive(body, signature);
      return done;
    }),
  ];
}
