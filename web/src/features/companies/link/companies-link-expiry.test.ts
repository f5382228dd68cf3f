import { DAY_MS, HOUR_MS, SECOND_MS } from '@trace/contract/kernel/time';
import { expect, test } from 'vitest';
import { formatLinkExpiry } from './companies-link-expiry.ts';

test.each([
  [14 * DAY_MS + SECOND_MS, '14 days'],
  [13 * DAY_MS + HOUR_MS, '14 days'],
  [DAY_MS + SECOND_MS, '1 day'],
])('a link that ends in %s ms shows %s, also when the clock is a second behind [COMP-07]', (leftMs, words) => {
  expect(formatLinkExpiry(new Date(leftMs).toISOString(), 0)).toBe(words);
});
