export const PREMIUM_PRICE_AUD_PER_MONTH = 20;
export const FREE_PINGS_PER_DAY = 30;
