import { expect, test } from 'vitest';
import { clockOffWords } from './device-status.clock.texts.ts';

test.each([
  [301, '5 minutes ahead'],
  [-3_600, '1 hour behind'],
  [36_000, '10 hours ahead'],
  [-172_800, '2 days behind'],
  [-1_772_000_000, '20,509 days behind'],
])('a clock that is off by %i s is told as %j [REG-15]', (seconds, words) => {
  expect(clockOffWords(seconds)).toBe(words);
});
