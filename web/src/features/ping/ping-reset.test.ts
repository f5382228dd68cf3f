import { expect, test } from 'vitest';
import { resetWords } from './ping-reset.ts';

const quota = { used: 27, limit: 30, resetsAt: '2026-11-22T13:00:00.000Z', timeZone: 'Australia/Sydney' };
const now = Date.parse('2026-11-22T10:30:00Z');

test.each([
  ['Australia/Sydney', 'Resets at midnight, in 2 h 30 min'],
  ['Europe/Berlin', 'Resets at midnight Sydney time, in 2 h 30 min'],
])('pings reset at midnight in the zone of the account, seen from %s [PING-04]', (here, words) => {
  expect(resetWords(quota, now, here)).toBe(words);
});

test('shows a place name of several words and a day that has just ended [PING-04]', () => {
  const elsewhere = { ...quota, timeZone: 'America/Port_of_Spain' };
  expect(resetWords(elsewhere, Date.parse(quota.resetsAt) + 5_000, 'UTC')).toBe(
    'Resets at midnight Port of Spain time, in less than a minute',
  );
});
