/** The plan in the head of the dashboard. */
export const planBadgeTexts = {
  premiumActive: 'Premium Active',
  freePlan: 'Free Plan',
  refresh: 'Refresh subscription',
  refreshed: 'Subscription is up to date.',
  refreshFailed: 'Failed to refresh subscription status.',
  notChecked: 'The plan could not be checked.',
} as const;
