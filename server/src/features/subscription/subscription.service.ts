import type { Subscription } from '@trace/contract/subscription/subscription.schema';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Clock } from '#platform/clock/clock';
import { createBatchLoader } from '#platform/grouping/batch-loader';
import type { Database, Executor } from '#platform/db/database';
import { findCustomerOf } from './billing/subscription.billing.store.ts';
import { planChanged } from './subscription.events.ts';
import type { GrantEnds } from './subscription.grant-ends.service.ts';
import { presentPlan } from './subscription.plan.rules.ts';
import type { Grant, SubscriptionPort } from './subscription.port.ts';
import type { PriceTag } from './billing/subscription.price.service.ts';
import { findGrant, listEnds, lockEnd, listPremium, upsertGrant } from './subscription.store.ts';

export type GrantIn = (tx: Executor, grant: Grant) => Promise<void>;

/** Stores a grant, and tells the open pages of the person. */
export function createGrant({ clock, grantEnds }: { clock: Clock; grantEnds: GrantEnds }): GrantIn {
  return async (tx, grant) => {
    const { accountId, until: endsAt, source } = grant;
    if (!(await upsertGrant(tx, { accountId, endsAt, source, at: clock.now() }))) return;
    await publishAfterCommit(tx, planChanged, [accountId], {});
    await grantEnds.notifyAtEnd(tx, grant);
  };
}

export interface SubscriptionService extends SubscriptionPort {
  /** Returns the plan as shown to its user now. */
  planOf(accountId: string): Promise<Subscription>;
}

export interface SubscriptionDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly priceTag: PriceTag;
  readonly grant: GrantIn;
  readonly isBillingOn: boolean;
}

/** Plans: premium has an end, and the clock decides at every use whether the end has come. */
export function createSubscriptionService(dependencies: SubscriptionDependencies): SubscriptionService {
  const { database, clock, priceTag, grant, isBillingOn } = dependencies;

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
    giftEndOf: async (accountId) => {
      const end = (await findGrant(database.sql, accountId))?.grantedUntil ?? null;
      return end !== null && end > clock.now() ? end : null;
    },
    grant: (given) => database.transaction((tx) => grant(tx, given)),
  };
}
