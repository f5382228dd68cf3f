import { planBadgeTexts } from './subscription.badge.texts.ts';
import { PREMIUM_PRICE_AUD_PER_MONTH } from './subscription.rules.ts';

export const subscriptionTexts = {
  ...planBadgeTexts,
  price: `$${PREMIUM_PRICE_AUD_PER_MONTH} AUD`,
  upgradeTitle: 'Upgrade to Premium',
  premiumFeature: 'Premium Feature',
  notNow: 'Not Now',
  billingOff: 'Billing is not set up on this server, so nobody can subscribe here. Ask its operator.',
  premiumRequired: 'This needs a premium subscription.',
  title: 'Subscription',
  upgradeToPremium: 'Upgrade to Premium',
  trackingNeedsPremium: 'Follow a device on the map as it moves, with the path of the last 24 hours.',
  authenticationRequired: 'Authentication Required',
  noCheckoutUrl: 'No checkout URL received',
  unexpectedError: 'An unexpected error occurred. Please try again.',
  otherPerson: 'You can only do this for yourself.',
  staffHaveNoPlan: 'Support staff have no plan of their own.',
  alreadySubscribed: 'You already have a plan. Manage Subscription shows it.',
  paymentOpen: 'Your plan waits for a payment. Manage Subscription takes another card.',
  checkoutOpening: 'Your checkout is being opened. Please wait a moment.',
  nothingToManage: 'You have no plan to manage yet.',
} as const;
