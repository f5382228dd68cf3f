import { expect, test } from 'vitest';
import { backOffMs, waitForTurn } from './alerts.push-backoff.rules.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

test.each([
  [1, null, 5 * SECOND],
  [2, null, 15 * SECOND],
  [3, null, 45 * SECOND],
  [40, null, 5 * MINUTE],
  // No browser is retried at once, whatever delay the push service requests.
  [1, 0, MINUTE],
  [2, 0, 2 * MINUTE],
  [3, 30 * SECOND, 4 * MINUTE],
  [40, 0, 5 * MINUTE],
  [1, 60 * MINUTE, 60 * MINUTE],
])(
  'after %i failures and a requested delay of %s ms, a browser gets a back-off of %i ms [ALRT-01]',
  (failures, asked, backOff) => {
    expect(backOffMs(failures, asked)).toBe(backOff);
  },
);

test.each([
  [0, 0, 500],
  [0, 1, SECOND],
  [20 * SECOND, 0.5, 15 * SECOND],
  [90 * MINUTE, 1, MINUTE],
])('a message that has waited %i ms for a push slot retries soon [ALRT-01]', (waited, share, wait) => {
  expect(waitForTurn(waited, share)).toBe(wait);
});
