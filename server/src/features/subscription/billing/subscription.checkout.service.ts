import { fullName } from '@trace/contract/kernel/full-name';
import { subscriptionTexts as texts } from '@trace/contract/subscription/subscription.texts';
import type { Actor } from '#platform/actor/actor';
import { recordAudit, ownEntryOf, type AuditOrigin } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { PaymentTrouble, type Checkout, type Payments } from '#server/integrations/payments/payments';
import { areaPathOf, isOver, isPremiumStatus } from './subscription.billing.rules.ts';
import {
  endTurn,
  keepTurn,
  resetCustomer,
  takeTurn,
  updateCheckout,
  updateCustomerId,
  type BillingCustomer,
} from './subscription.billing.store.ts';
import type { SyncPlan } from './subscription.stripe-sync.service.ts';

/** Opens a person's checkout and returns its address. Concurrent calls get the same address. */
export type OpenCheckout = (actor: Actor, origin: AuditOrigin) => Promise<string>;

export interface CheckoutDependencies {
  readonly database: Database;
  readonly clock: Clock;
  portalUrl(): string;
}

/** Longer than all calls of a checkout together. After this time, the turn of a crashed process expires. */
const TURN_MS = 90_000;

export function createCheckouts(
  { database, clock, portalUrl }: CheckoutDependencies,
  { payments, read }: { payments: Payments; read: SyncPlan },
): OpenCheckout {
  const opening = new Map<string, Promise<string>>();

  const makeCustomer = async ({ id, attempt }: BillingCustomer, actor: Actor): Promise<string> => {
    const customerId = await payments.createCustomer({
      accountId: actor.accountId,
      email: actor.email,
      name: fullName(actor),
      key: `customer:${actor.accountId}:${attempt}`,
    });
    if (await updateCustomerId(database.sql, id, customerId)) return customerId;
    await payments.anonymiseCustomer(customerId);
    throw accountGone();
  };

  const makeCheckout = async (row: BillingCustomer, customerId: string, actor: Actor): Promise<Checkout> => {
    const { accountId } = actor;
    const area = `${portalUrl()}${areaPathOf(actor)}`;
    const day = clock.now().toISOString().slice(0, 10);
    const checkout = await payments.createCheckout({
      customerId,
      accountId,
      successUrl: `${area}?checkout=done`,
      cancelUrl: `${area}?checkout=cancelled`,
      key: `checkout:${accountId}:${day}:${row.attempt}`,
    });
    if (await updateCheckout(database.sql, row.id, checkout.id, clock.now())) return checkout;
    await payments.expireCheckout(checkout.id);
    throw accountGone();
  };

  /** Reads the plan now, because the event of a recent payment may not have arrived yet. */
  const refuseSecondPlan = async ({ id }: BillingCustomer): Promise<void> => {
    const plan = await read(id);
    if (plan === null || isOver(plan.status)) return;
    throw new Refusal('conflict', secondPlanWords(plan.status));
  };

  /** Returns the previous checkout if still open. Two open checkouts could both be paid. */
  const findOpen = async (row: BillingCustomer): Promise<Checkout | null> => {
    if (row.checkoutId === null) return null;
    const checkout = await payments.findCheckout(row.checkoutId);
    // The checkout may have been paid after the plans were read.
    if (checkout.status === 'complete') await refuseSecondPlan(row);
    return checkout.status === 'open' ? checkout : null;
  };

  const openFor = async (row: BillingCustomer, actor: Actor): Promise<Checkout> => {
    const customerId = row.customerId ?? (await makeCustomer(row, actor));
    // Read after the customer, because a repeated key can answer a customer that a restored database has lost.
    await refuseSecondPlan(row);
    return (await findOpen(row)) ?? (await makeCheckout(row, customerId, actor));
  };

  /** Recreates a customer that the payment service does not know, because the portal now uses another account there. */
  const openAnew = async (row: BillingCustomer, actor: Actor): Promise<Checkout> => {
    try {
      return await openFor(row, actor);
    } catch (error) {
      if (!(error instanceof PaymentTrouble && error.kind === 'unknown')) throw error;
      await resetCustomer(database.sql, row.id);
      return openFor({ ...row, customerId: null, checkoutId: null }, actor);
    }
  };

  const openOnce = async (actor: Actor, origin: AuditOrigin): Promise<string> => {
    const at = clock.now();
    const row = await takeTurn(database.sql, actor.accountId, { at, until: new Date(at.getTime() + TURN_MS) });
    if (row === undefined) throw new Refusal('conflict', texts.checkoutOpening);
    try {
      const { url } = await openAnew(row, actor);
      if (url === null) throw new PaymentTrouble('strange', 'a checkout without a page');
      await recordAudit(database.sql, ownEntryOf(actor.accountId, origin, 'subscription.checkout'));
      await endTurn(database.sql, row.id);
      return url;
    } catch (error) {
      // Without an answer the result is unknown. A retry with the same key finds the result.
      const isUnknown = error instanceof PaymentTrouble && error.kind === 'silent';
      await (isUnknown ? keepTurn(database.sql, row.id) : endTurn(database.sql, row.id));
      throw error;
    }
  };

  return (actor, origin) => {
    const { accountId } = actor;
    const current = opening.get(accountId) ?? openOnce(actor, origin).finally(() => opening.delete(accountId));
    opening.set(accountId, current);
    return current;
  };
}

function secondPlanWords(status: string): string {
  if (isPremiumStatus(status)) return texts.alreadySubscribed;
  return status === 'paused' ? texts.planPaused : texts.paymentOpen;
}

const accountGone = (): Refusal => new Refusal('unauthenticated', 'Please sign in.');
