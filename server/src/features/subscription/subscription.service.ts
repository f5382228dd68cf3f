import { USUAL_PRICE } from '@trace/contract/subscription/subscription.rules';
import type { Subscription } from '@trace/contract/subscription/subscription.schema';
import { subscriptionEvent } from '@trace/contract/subscription/subscription.stream';
import type { Bus } from '#platform/bus/bus';
import { announceLater } from '#platform/bus/outbox';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { subscriptionChanged } from './subscription.events.ts';
import type { SubscriptionPort } from './subscription.port.ts';
import { findEnd, holdEnd, listPremium, upsertGrant } from './subscription.store.ts';

export interface SubscriptionService extends SubscriptionPort {
  /** The plan as its person sees it now. */
  planOf(accountId: string): Promise<Subscription>;
}

export interface SubscriptionDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
}

/** Plans: premium has an end, and the clock decides at every use whether it has come. */
export function createSubscriptionService({ database, clock, bus }: SubscriptionDependencies): SubscriptionService {
  const endAfter = async (accountId: string, at: Date): Promise<Date | null> => {
    const endsAt = await findEnd(database.sql, accountId);
    return endsAt !== undefined && endsAt > at ? endsAt : null;
  };

  const planOf = async (accountId: string): Promise<Subscription> => asPlan(await endAfter(accountId, clock.now()));

  return {
    planOf,
    isPremium: async (accountId, at = clock.now()) => (await endAfter(accountId, at)) !== null,
    holdPremium: async (tx, accountId) => {
      const endsAt = await holdEnd(tx, accountId);
      return endsAt !== undefined && endsAt > clock.now();
    },
    premiumAccounts: async (accountIds) => {
      if (accountIds.length === 0) return new Set();
      return new Set(await listPremium(database.sql, accountIds, clock.now()));
    },
    grant: async ({ accountId, until: endsAt, source }) => {
      const at = clock.now();
      const hasChanged = await database.transaction(async (tx) => {
        const changed = await upsertGrant(tx, { accountId, endsAt, source, at });
        const payload = asPlan(endsAt > at ? endsAt : null);
        if (changed) await announceLater(tx, { kind: subscriptionEvent.name, audience: [accountId], payload });
        return changed;
      });
      if (hasChanged) bus.announce(subscriptionChanged, { accountId, endsAt });
    },
  };
}

/** Nobody can subscribe on this server: it has no keys of a payment service. */
function asPlan(endsAt: Date | null): Subscription {
  const isPremium = endsAt !== null;
  return {
    subscribed: isPremium,
    tier: isPremium ? 'premium' : 'free',
    endsAt: endsAt?.toISOString() ?? null,
    billing: 'off',
    renews: false,
    paymentTrouble: null,
    manageable: false,
    price: USUAL_PRICE,
  };
}
