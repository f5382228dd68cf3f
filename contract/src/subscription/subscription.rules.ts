import type { Price } from './subscription.schema.ts';

export const PREMIUM_PRICE_AUD_PER_MONTH = 20;
export const FREE_PINGS_PER_DAY = 30;
export const RECEIPTS_PAGE_SIZE = 12;
/** Support gives premium for at most two years at once. */
export const GIFT_LONGEST_DAYS = 731;

/** SUB-01: the price of premium until the payment service has returned its actual price. */
export const USUAL_PRICE: Price = { amount: PREMIUM_PRICE_AUD_PER_MONTH * 100, currency: 'aud', interval: 'month' };
