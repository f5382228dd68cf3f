import type { Subscription } from '@trace/contract/subscription/subscription.schema';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Clock } from '#platform/clock/clock';
import { createBatchLoader } from '#platform/grouping/batch-loader';
import type { Database } from '#platform/db/database';
import { findCustomerOf } from './billing/subscription.billing.store.ts';
import { planChanged } from './subscription.events.ts';
import type { GrantEnds } from './subscription.grant-ends.service.ts';
import { presentPlan } from './subscription.plan.rules.ts';
import type { SubscriptionPort } from './subscription.port.ts';
import type { PriceTag } from './billing/subscription.price.service.ts';
import { listEnds, lockEnd, listPremium, upsertGrant } from './subscription.store.ts';

export interface SubscriptionService extends SubscriptionPort {
  /** Returns the plan as shown to its user now. */
  planOf(accountId: string): Promise<Subscription>;
}

export interface SubscriptionDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly priceTag: PriceTag;
  readonly grantEnds: GrantEnds;
  readonly isBillingOn: boolean;
}

/** Plans: premium has an end, and the clock decides at every use whether the end has come. */
export function createSubscriptionService(dependencies: SubscriptionDependencies): SubscriptionService {
  const { database, clock, priceTag, grantEnds, isBillingOn } = dependencies;

  const loadEnd = createBatchLoader((accountIds: readonly string[]) => listEnds(database.sql, accountIds));
  const endAfter = async (accountId: string, at: Date): Promise<Date | null> => {
    const endsAt = await loadEnd(accountId);
    return endsAt !== undefined && endsAt > at ? endsAt : null;
  };

  return {
    planOf: async (accountId) => {
      const now = clock.now();
      const [endsAt, billed] = await Promise.all([endAfter(accountId, now), findCustomerOf(database.sql, accountId)]);
      return presentPlan({ endsAt, billed: billed ?? null, isBillingOn, price: priceTag.current(), now });
    },
    isPremium: async (accountId, at = clock.now()) => (await endAfter(accountId, at)) !== null,
    lockPremium: async (tx, accountId) => {
      const endsAt = await lockEnd(tx, accountId);
      return endsAt !== undefined && endsAt > clock.now();
    },
    premiumAccounts: async (accountIds) => {
      if (accountIds.length === 0) return new Set();
      return new Set(await listPremium(database.sql, accountIds, clock.now()));
    },
    grant: async (grant) => {
      const { accountId, until: endsAt, source } = grant;
      const at = clock.now();
      await database.transaction(async (tx) => {
        const hasChanged = await upsertGrant(tx, { accountId, endsAt, source, at });
        if (!hasChanged) return;
        await publishAfterCommit(tx, planChanged, [accountId], {});
        await grantEnds.notifyAtEnd(tx, grant);
      });
    },
  };
}
