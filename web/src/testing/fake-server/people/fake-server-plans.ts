import {
  checkSubscription,
  createCheckout,
  getSubscription,
  listReceipts,
  openCustomerPortal,
} from '@trace/contract/subscription/subscription.api';
import type { Receipt, Subscription } from '@trace/contract/subscription/subscription.schema';
import { listFixes } from '@trace/contract/tracking/tracking.fix.api';
import { ago } from '../devices/fake-server-status.ts';
import type { FakeServer } from '../fake-server.ts';

export interface PlansWorld {
  receipts: Receipt[];
  /** The time of each device's last fix. A device without an entry has a fix from a minute ago. */
  fixes: Record<string, string | null>;
}

export const noReceipts = (): PlansWorld => ({ receipts: [], fixes: {} });

export const aReceipt = (id: string, change: Partial<Receipt> = {}): Receipt => ({
  id,
  at: ago(60),
  amount: 2_000,
  currency: 'aud',
  status: 'paid',
  url: `https://invoice.stripe.com/i/${id}`,
  ...change,
});

interface ServedWorld {
  subscription: Subscription;
  plans: PlansWorld;
  devices: { serialNumber: string }[];
}

export function servePlans(server: FakeServer, world: ServedWorld): void {
  server.on(getSubscription, () => world.subscription);
  server.on(checkSubscription, () => {
    const { subscribed, tier, endsAt } = world.subscription;
    return { subscribed, subscription_tier: tier, subscription_end: endsAt };
  });
  server.on(createCheckout, () => ({ url: 'https://checkout.stripe.com/c/pay/cs_1' }));
  server.on(openCustomerPortal, () => ({ url: 'https://billing.stripe.com/p/session/bps_1' }));
  server.on(listReceipts, ({ query: { after, limit } }) => {
    const { receipts } = world.plans;
    const start = after === undefined ? 0 : receipts.findIndex(({ id }) => id === after) + 1;
    const page = receipts.slice(start, start + limit);
    return { receipts: page, next: start + limit < receipts.length ? (page.at(-1)?.id ?? null) : null };
  });
  server.on(listFixes, () => ({
    fixes: world.devices.map(({ serialNumber }) => ({
      serialNumber,
      fixAt: serialNumber in world.plans.fixes ? world.plans.fixes[serialNumber]! : ago(1),
    })),
  }));
}
