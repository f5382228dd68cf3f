import type { PersonData } from '#platform/actor/person-data';
import type { Executor } from '#platform/db/database';
import { findCustomerOf, forgetCustomerOf } from './billing/subscription.billing.store.ts';
import { deletePlan, findPlan } from './subscription.store.ts';

/**
 * The plan of a person. A job ends the plan at the payment service after the commit (SET-03), so a failed deletion keeps
 * the plan.
 *
 * @param endLater enqueues the job for the customer's row
 */
export const subscriptionPersonData = (endLater: (tx: Executor, customerRow: number) => Promise<void>): PersonData => ({
  feature: 'subscription',
  read: async (executor, personId) => ({
    plan: (await findPlan(executor, personId)) ?? null,
    billing: billedPart(await findCustomerOf(executor, personId)),
  }),
  forget: async (tx, personId) => {
    await deletePlan(tx, personId);
    const left = await forgetCustomerOf(tx, personId);
    if (left !== undefined) await endLater(tx, left);
  },
});

function billedPart(customer: Awaited<ReturnType<typeof findCustomerOf>>) {
  if (customer === undefined) return null;
  const { customerId, planId, planStatus, periodEndsAt, planEndsAt, planPrice } = customer;
  return { customerId, planId, planStatus, periodEndsAt, planEndsAt, planPrice };
}
