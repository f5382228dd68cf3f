import { recordAudit } from '#platform/audit/audit';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import { PaymentTrouble, type PaidPlan, type Payments } from '#server/integrations/payments/payments';
import { choosePlan, isOver, premiumUntil } from './subscription.billing.rules.ts';
import { findCustomer, updateAnonymised, updatePlan, type BillingCustomer } from './subscription.billing.store.ts';
import type { WebhookCounter } from '../subscription.metrics.service.ts';
import { planChanged } from '../subscription.events.ts';
import { findNewestWaiting, updateApplied } from './subscription.events.store.ts';
import { endBilled, upsertBilled } from '../subscription.store.ts';
import { mailPlanChange, type NotificationDependencies } from '../subscription.notifications.service.ts';

export interface PlanSyncDependencies extends NotificationDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly counter: WebhookCounter;
}

/** Stores the current state of the payment service and returns the plan that counts. */
export type SyncPlan = (id: number) => Promise<PaidPlan | null>;

/** Concurrent writers are few: each event has its own. */
const MOST_TRIES = 8;

export function createPlanSync(dependencies: PlanSyncDependencies, payments: Payments): SyncPlan {
  const { database, clock, log, counter } = dependencies;

  /** Returns the number of events that the stored plan covers. */
  const write = async (row: BillingCustomer, plan: PaidPlan | null, upTo: number | null): Promise<number> => {
    const stored = plan && { ...plan, nextTryAt: plan.invoice?.isOpen ? plan.invoice.nextTryAt : null };
    const hasChanged = row.accountId !== null && !isSame(row, stored);
    return database.transaction(async (tx) => {
      const at = clock.now();
      // Locks person and premium before the customer, in the same order as a deletion, to avoid a deadlock.
      if (hasChanged) await setPremium(tx, row.accountId, plan, at);
      if (!(await updatePlan(tx, row, stored, at))) throw new Overtaken();
      if (row.accountId === null) await updateAnonymised(tx, row.id, at);
      const applied = upTo === null ? 0 : await updateApplied(tx, row.customerId!, upTo, at);
      if (!hasChanged) return applied;
      const accountId = row.accountId;
      await mailPlanChange(tx, dependencies, { before: row, plan });
      await publishAfterCommit(tx, planChanged, [accountId], {});
      await recordAudit(tx, changeOf(accountId, plan));
      return applied;
    });
  };

  /**
   * Ends every remaining plan of a deleted account, so that no further payment is due, and removes the person's data
   * from the customer. Returns the plans. A customer that the payment service does not know has none.
   */
  const endForGood = async (row: BillingCustomer, customerId: string): Promise<PaidPlan[]> => {
    if (row.checkoutId !== null) await payments.expireCheckout(row.checkoutId);
    try {
      for (const { id, status } of await payments.listPlans(customerId))
        if (!isOver(status)) await payments.endPlan(id);
      await payments.anonymiseCustomer(customerId);
      return await payments.listPlans(customerId);
    } catch (error) {
      if (error instanceof PaymentTrouble && error.kind === 'unknown') return [];
      throw error;
    }
  };

  const readOnce = async (id: number): Promise<{ plan: PaidPlan | null } | null> => {
    const row = await findCustomer(database.sql, id);
    if (row === undefined || row.customerId === null) return { plan: null };
    // The plans are read after these events arrived, so the answer covers all of these events.
    const upTo = await findNewestWaiting(database.sql, row.customerId);
    const { accountId, customerId } = row;
    const plans = await (accountId === null ? endForGood(row, customerId) : payments.listPlans(customerId));
    const alive = plans.filter(({ status }) => !isOver(status));
    if (alive.length > 1)
      log.error(
        { plans: alive.map((plan) => plan.id) },
        'Customer has two active Stripe plans and may be charged twice: cancel one of them in Stripe',
      );
    const plan = choosePlan(plans);
    const applied = await write(row, plan, upTo).catch(unlessOvertaken);
    if (applied === null) return null;
    if (applied > 0) counter.count('applied', applied);
    return { plan };
  };

  return async (id) => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const read = await readOnce(id);
      if (read !== null) return read.plan;
    }
    throw new Error('a plan changed too often while it was read');
  };
}

/** Thrown when another call meanwhile wrote a state that was read later. */
class Overtaken extends Error {}

function unlessOvertaken(error: unknown): null {
  if (error instanceof Overtaken) return null;
  throw error;
}

async function setPremium(tx: Executor, accountId: string, plan: PaidPlan | null, at: Date): Promise<void> {
  const until = plan && premiumUntil(plan);
  if (until === null) await endBilled(tx, accountId, at);
  else await upsertBilled(tx, accountId, until, at);
}

type StoredPlan = Pick<PaidPlan, 'id' | 'status' | 'periodEndsAt' | 'endsAt'> & { readonly nextTryAt: Date | null };

function isSame(row: BillingCustomer, plan: StoredPlan | null): boolean {
  const time = (at: Date | null | undefined): number | null => at?.getTime() ?? null;
  return (
    row.planId === (plan?.id ?? null) &&
    row.planStatus === (plan?.status ?? null) &&
    time(row.periodEndsAt) === time(plan?.periodEndsAt) &&
    time(row.planEndsAt) === time(plan?.endsAt) &&
    time(row.nextTryAt) === time(plan?.nextTryAt)
  );
}

/** The actor is null, because the payment service made the change. */
function changeOf(accountId: string, plan: PaidPlan | null) {
  return {
    actorId: null,
    action: 'subscription.change',
    subject: { type: 'account', id: accountId },
    details: { plan: plan?.id ?? null, status: plan?.status ?? null, endsAt: plan?.endsAt?.toISOString() ?? null },
    requestId: null,
    address: null,
  };
}
