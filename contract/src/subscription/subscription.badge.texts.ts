/** The plan in the head of the dashboard. */
export const planBadgeTexts = {
  premiumActive: 'Premium Active',
  freePlan: 'Free Plan',
  refresh: 'Refresh subscription',
  refreshed: 'Subscription is up to date.',
  refreshFailed: 'Failed to refresh subscription status.',
  /** Beside the plan that was known last, or the free one where none was (SUB-03). */
  notChecked: 'Not checked',
} as const;
