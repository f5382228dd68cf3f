import type { Price, Subscription } from '@trace/contract/subscription/subscription.schema';
import { isPremiumStatus, isTroubled } from './billing/subscription.billing.rules.ts';

/** All facts that decide how a person's plan is shown. */
export interface PlanView {
  readonly endsAt: Date | null;
  /** The last state reported by the payment service. Null if the person was never a customer there. */
  readonly billed: {
    readonly planId: string | null;
    readonly planStatus: string | null;
    readonly periodEndsAt: Date | null;
    readonly planEndsAt: Date | null;
    readonly planPrice: Price | null;
    readonly nextTryAt: Date | null;
  } | null;
  readonly isBillingOn: boolean;
  /** The price of a new plan. */
  readonly price: Price;
  readonly now: Date;
}

/**
 * Presents the plan in the contract's terms. The clock decides premium, whatever status the payment service reported.
 */
export function presentPlan({ endsAt, billed, isBillingOn, price, now }: PlanView): Subscription {
  const isPremium = endsAt !== null && endsAt > now;
  const renewsAt = isPremium ? formatRenewal(billed) : null;
  const shownEnd = isPremium ? (renewsAt ?? endsAt) : null;
  return {
    subscribed: isPremium,
    tier: isPremium ? 'premium' : 'free',
    endsAt: shownEnd?.toISOString() ?? null,
    billing: isBillingOn ? 'on' : 'off',
    renews: renewsAt !== null,
    paymentTrouble: troubleOf(billed),
    manageable: isBillingOn && billed !== null && billed.planId !== null,
    price: (isPremium ? paidPriceOf(billed) : null) ?? price,
  };
}

/** A running plan keeps its price when the price of new plans changes. */
function paidPriceOf(billed: PlanView['billed']): Price | null {
  if (billed === null || billed.planStatus === null || !isPremiumStatus(billed.planStatus)) return null;
  return billed.planPrice;
}

/** When the next payment is due; null where there is none. */
function formatRenewal(billed: PlanView['billed']): Date | null {
  if (billed === null || billed.planStatus === null || billed.planEndsAt !== null) return null;
  return isPremiumStatus(billed.planStatus) ? billed.periodEndsAt : null;
}

function troubleOf(billed: PlanView['billed']): Subscription['paymentTrouble'] {
  if (billed === null || !isTroubled(billed.planStatus)) return null;
  return { nextTryAt: billed.nextTryAt?.toISOString() ?? null };
}
