/** The plan in the head of the dashboard. */
export const planBadgeTexts = {
  premiumActive: 'Premium Active',
  freePlan: 'Free Plan',
  refresh: 'Refresh subscription',
  refreshed: 'Subscription is up to date.',
  refreshFailed: 'Failed to refresh subscription status.',
  /** Shown beside the last known plan, or beside the free plan when no plan is known (SUB-03). */
  notChecked: 'Not checked',
} as const;
