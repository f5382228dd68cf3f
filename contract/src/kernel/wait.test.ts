import { expect, test } from 'vitest';
import { waitWords } from './wait.ts';

test.each([
  [0, '1 s'],
  [0.2, '1 s'],
  [1, '1 s'],
  [60, '60 s'],
  [61, '2 minutes'],
  [300, '5 minutes'],
  [301, '6 minutes'],
  [3_600, '60 minutes'],
  [3_601, '2 hours'],
  [21_600, '6 hours'],
])('a wait of %d s is said as %s, never shorter than it is [HUB-01]', (seconds, words) => {
  expect(waitWords(seconds)).toBe(`Try again in ${words}.`);
});
