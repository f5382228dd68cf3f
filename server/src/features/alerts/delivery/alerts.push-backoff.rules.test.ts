import { expect, test } from 'vitest';
import { backOffMs, waitForTurn } from './alerts.push-backoff.rules.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

test.each([
  [1, null, 5 * SECOND],
  [2, null, 15 * SECOND],
  [3, null, 45 * SECOND],
  [40, null, 5 * MINUTE],
  // Whatever is asked, nobody is asked again at once.
  [1, 0, MINUTE],
  [2, 0, 2 * MINUTE],
  [3, 30 * SECOND, 4 * MINUTE],
  [40, 0, 5 * MINUTE],
  [1, 60 * MINUTE, 60 * MINUTE],
])('ALRT-01 after %i failures and %s ms asked for, a browser is left alone for %i ms', (failures, asked, backOff) => {
  expect(backOffMs(failures, asked)).toBe(backOff);
});

test.each([
  [0, 0, 500],
  [0, 1, SECOND],
  [20 * SECOND, 0.5, 15 * SECOND],
  [90 * MINUTE, 1, MINUTE],
])('ALRT-01 a message that has waited %i ms for its turn looks again soon', (waited, share, wait) => {
  expect(waitForTurn(waited, share)).toBe(wait);
});
