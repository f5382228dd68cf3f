import { expect, test } from 'vitest';
import { formatMoney, formatRenewal } from './subscription-format.ts';

test.each([
  [2_000, 'aud', '$20 AUD'],
  [1_950, 'aud', '$19.50 AUD'],
  [0, 'aud', '$0 AUD'],
  [2_000, 'jpy', '¥2,000 JPY'],
])('formats %d of %s as %s [SUB-06]', (amount, currency, words) => {
  expect(formatMoney({ amount, currency })).toBe(words);
});

test('shows when a plan renews, when a plan ends, or no end date [SUB-06]', () => {
  const now = Date.parse('2026-11-22T00:00:00Z');
  const plan = { endsAt: '2026-12-22T02:00:00.000Z', renews: true, paymentTrouble: null };
  expect(formatRenewal(plan, now)).toMatch(/^Renews on .*22/);
  expect(formatRenewal({ ...plan, renews: false }, now)).toMatch(/^Ends on .*22.* and does not renew$/);
  expect(formatRenewal({ ...plan, endsAt: null, renews: false }, now)).toBe('No end date');
});

test('shows no renewal after a failed payment, but the next attempt [SUB-05] [SUB-06]', () => {
  const now = Date.parse('2026-11-22T00:00:00Z');
  const plan = { endsAt: '2026-12-22T02:00:00.000Z', renews: true };
  const retried = { nextTryAt: '2026-11-25T02:00:00.000Z' };
  expect(formatRenewal({ ...plan, paymentTrouble: retried }, now)).toMatch(
    /^The last payment failed\. The next attempt is on .*25$/,
  );
  expect(formatRenewal({ ...plan, paymentTrouble: { nextTryAt: null } }, now)).toBe('The last payment failed');
  expect(formatRenewal({ ...plan, renews: false, paymentTrouble: retried }, now)).toMatch(/^Ends on .*22/);
});
