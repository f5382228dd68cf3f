import { DAY_MS } from '@trace/contract/kernel/time';

/** What the payment service says of a plan. */
export interface PlanFacts {
  readonly id: string;
  readonly status: string;
  readonly createdAt: Date;
  readonly periodEndsAt: Date;
  /** When it ends for good; null while it renews. */
  readonly endsAt: Date | null;
}

/** Premium, and `past_due` while the payment service still tries to collect (SUB-05). Words that are new to us are not. */
const premiumStatuses: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);
/** Nothing comes after these. */
const overStatuses: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);
/** A payment has failed. */
const troubledStatuses: ReadonlySet<string> = new Set(['past_due', 'unpaid']);

/**
 * A plan that renews keeps premium this long beyond its period: the news of the renewal may be late, or the payment
 * service away. As soon as it answers, its answer counts.
 */
const RENEWAL_SLACK_MS = DAY_MS;

export const isPremiumStatus = (status: string): boolean => premiumStatuses.has(status);
export const isOver = (status: string): boolean => overStatuses.has(status);
export const isTroubled = (status: string | null): boolean => status !== null && troubledStatuses.has(status);

/** Until when a plan gives premium; null when it gives none. */
export function premiumUntil({ status, periodEndsAt, endsAt }: PlanFacts): Date | null {
  if (!isPremiumStatus(status)) return null;
  return endsAt ?? new Date(periodEndsAt.getTime() + RENEWAL_SLACK_MS);
}

/** The plan that counts: one that gives premium before one that does not, a living one before one that is over, the newest. */
export function choosePlan<Plan extends PlanFacts>(plans: readonly Plan[]): Plan | null {
  const best = plans.toSorted((a, b) => rankOf(b) - rankOf(a) || b.createdAt.getTime() - a.createdAt.getTime());
  return best[0] ?? null;
}

function rankOf({ status }: PlanFacts): number {
  if (isPremiumStatus(status)) return 2;
  return isOver(status) ? 0 : 1;
}
