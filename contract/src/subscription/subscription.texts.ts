import { planBadgeTexts } from './subscription.badge.texts.ts';
import { PREMIUM_PRICE_AUD_PER_MONTH } from './subscription.rules.ts';

export const subscriptionTexts = {
  ...planBadgeTexts,
  price: `$${PREMIUM_PRICE_AUD_PER_MONTH} AUD`,
  upgradeTitle: 'Upgrade to Premium',
  premiumFeature: 'Premium Feature',
  notNow: 'Not Now',
  billingOff: 'Subscriptions are not available because billing is not set up on this portal. Contact its operator.',
  premiumRequired: 'This needs a premium subscription.',
  title: 'Subscription',
  upgradeToPremium: 'Upgrade to Premium',
  trackingNeedsPremium: 'Follow a device on the map as it moves, with the path of the last 24 hours.',
  authenticationRequired: 'Authentication Required',
  noCheckoutUrl: 'No checkout URL received',
  unexpectedError: 'An unexpected error occurred. Please try again.',
  otherPerson: 'You can only do this for yourself.',
  staffHaveNoPlan: 'Support staff accounts do not have a subscription.',
  alreadySubscribed: 'You already have a subscription. See Manage Subscription.',
  paymentOpen: 'Your subscription has an unpaid invoice. Update your card under Manage Subscription.',
  planPaused: 'Your subscription is paused. Resume it under Manage Subscription.',
  checkoutOpening: 'Your checkout is being opened. Please wait a moment.',
  customerUnknown:
    'The payment service has no record of you any more, so there is nothing to manage there. If you are still charged, contact support.',
  nothingToManage: 'You have no subscription to manage yet.',
} as const;
