import type { PersonData } from '#platform/actor/person-data';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import type { Payments } from '#server/integrations/payments/payments';
import { isOver } from './billing/subscription.billing.rules.ts';
import { findCustomerOf, forgetCustomerOf } from './billing/subscription.billing.store.ts';
import { deletePlan, findPlan } from './subscription.store.ts';

export interface LeavingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly payments: Payments | null;
  /** Enqueues the job that ends remaining plans at the payment service. */
  endLater(tx: Executor, customerRow: number): Promise<void>;
}

/** Maximum delay of a deletion while the payment service is down. The rest is queued for later. */
const LEAVING_LIMIT_MS = 10_000;

/** The plan of a person. The plan ends with the account, at the payment service first (SET-03). */
export function subscriptionPersonData(dependencies: LeavingDependencies): PersonData {
  const { database, clock, log, payments, endLater } = dependencies;

  const endPlans = async (from: Payments, accountId: string): Promise<void> => {
    const customer = await findCustomerOf(database.sql, accountId);
    if (customer === undefined || customer.customerId === null) return;
    try {
      if (customer.checkoutId !== null) await from.expireCheckout(customer.checkoutId);
      for (const plan of await from.listPlans(customer.customerId))
        if (!isOver(plan.status)) await from.endPlan(plan.id);
    } catch (error) {
      log.error(
        { err: error },
        'Cancelling the Stripe plan of a deleted account failed, the customer may still be charged, retrying',
      );
    }
  };

  return {
    feature: 'subscription',
    read: async (executor, personId) => ({
      plan: (await findPlan(executor, personId)) ?? null,
      billing: billedPart(await findCustomerOf(executor, personId)),
    }),
    leaving: async (personId) => {
      if (payments === null) return;
      const waited = new AbortController();
      const limit = clock.sleep(LEAVING_LIMIT_MS, waited.signal);
      await Promise.race([endPlans(payments, personId), limit]);
      waited.abort();
    },
    forget: async (tx, personId) => {
      await deletePlan(tx, personId);
      const left = await forgetCustomerOf(tx, personId);
      if (left !== undefined) await endLater(tx, left);
    },
  };
}

function billedPart(customer: Awaited<ReturnType<typeof findCustomerOf>>) {
  if (customer === undefined) return null;
  const { customerId, planId, planStatus, periodEndsAt, planEndsAt, planPrice } = customer;
  return { customerId, planId, planStatus, periodEndsAt, planEndsAt, planPrice };
}
