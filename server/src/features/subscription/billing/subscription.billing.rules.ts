import type { Role } from '@trace/contract/kernel/roles';
import { DAY_MS } from '@trace/contract/kernel/time';

/** A plan as reported by the payment service. */
export interface PlanFacts {
  readonly id: string;
  readonly status: string;
  readonly createdAt: Date;
  readonly periodEndsAt: Date;
  /** When the plan ends for good. Null while the plan renews. */
  readonly endsAt: Date | null;
}

/** Premium, and `past_due` while the payment service still tries to collect (SUB-05). Words that are new to us are not. */
const premiumStatuses: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);
/** Final statuses. */
const overStatuses: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);
/** A payment has failed. */
const troubledStatuses: ReadonlySet<string> = new Set(['past_due', 'unpaid']);

/**
 * A renewing plan keeps premium this long after its period, in case the renewal event is late or the payment service is
 * down. An answer of the payment service takes precedence.
 */
const RENEWAL_SLACK_MS = DAY_MS;

/** The area that mails, a checkout and the customer portal lead to. An installer has no access to the user's area. */
export const areaPathOf = ({ role }: { role: Role }): string => (role === 'installer' ? '/installer' : '/user');

export const isPremiumStatus = (status: string): boolean => premiumStatuses.has(status);
export const isOver = (status: string): boolean => overStatuses.has(status);
export const isTroubled = (status: string | null): boolean => status !== null && troubledStatuses.has(status);

/** Returns until when a plan gives premium, or null if the plan gives none. */
export function premiumUntil({ status, periodEndsAt, endsAt }: PlanFacts): Date | null {
  if (!isPremiumStatus(status)) return null;
  return endsAt ?? new Date(periodEndsAt.getTime() + RENEWAL_SLACK_MS);
}

/** Chooses the plan that counts: a plan with premium first, then a plan that is not over, then the newest. */
export function choosePlan<Plan extends PlanFacts>(plans: readonly Plan[]): Plan | null {
  const best = plans.toSorted((a, b) => rankOf(b) - rankOf(a) || b.createdAt.getTime() - a.createdAt.getTime());
  return best[0] ?? null;
}

function rankOf({ status }: PlanFacts): number {
  if (isPremiumStatus(status)) return 2;
  return isOver(status) ? 0 : 1;
}
