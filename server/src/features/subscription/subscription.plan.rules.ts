import type { Price, Subscription } from '@trace/contract/subscription/subscription.schema';
import { isPremiumStatus, isTroubled } from './subscription.billing.rules.ts';

/** Everything that decides what a person sees of their plan. */
export interface PlanView {
  readonly endsAt: Date | null;
  /** What the payment service said last; null where the person was never its customer. */
  readonly billed: {
    readonly planId: string | null;
    readonly planStatus: string | null;
    readonly periodEndsAt: Date | null;
    readonly planEndsAt: Date | null;
    readonly nextTryAt: Date | null;
  } | null;
  readonly isBillingOn: boolean;
  readonly price: Price;
  readonly now: Date;
}

/** The plan in the contract's words. Premium is what the clock says, whatever the payment service called it. */
export function presentPlan({ endsAt, billed, isBillingOn, price, now }: PlanView): Subscription {
  const isPremium = endsAt !== null && endsAt > now;
  const status = billed?.planStatus ?? null;
  const isRenewing = isPremium && status !== null && isPremiumStatus(status) && billed?.planEndsAt === null;
  const shownEnd = isRenewing ? (billed?.periodEndsAt ?? endsAt) : endsAt;
  return {
    subscribed: isPremium,
    tier: isPremium ? 'premium' : 'free',
    endsAt: isPremium ? (shownEnd?.toISOString() ?? null) : null,
    billing: isBillingOn ? 'on' : 'off',
    renews: isRenewing,
    paymentTrouble: isTroubled(status) ? { nextTryAt: billed?.nextTryAt?.toISOString() ?? null } : null,
    manageable: isBillingOn && billed !== null && billed.planId !== null,
    price,
  };
}
