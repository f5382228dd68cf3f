import { afterAll, beforeAll, expect, test } from 'vitest';
import { setZone } from './format.ts';
import { formatMoment, formatMomentWithSeconds } from './moment-format.ts';

const now = Date.parse('2026-11-20T15:00:00Z');

beforeAll(() => setZone('Australia/Sydney'));
afterAll(() => setZone(null));

test.each([
  ['today', '2026-11-20T13:41:22Z', /^12:41/, /^12:41:22/],
  ['yesterday, by the day of the person', '2026-11-20T12:41:22Z', /20.*, 11:41/, /20.*, 11:41:22/],
  ['tomorrow', '2026-11-21T13:41:22Z', /22.*, 12:41/, /22.*, 12:41:22/],
  ['in another year', '2025-11-20T13:41:22Z', /2025.*, 12:41/, /2025.*, 12:41:22/],
])('a moment of %s has its day unless that is today', (_words, at, short, withSeconds) => {
  expect(formatMoment(at, now)).toMatch(short);
  expect(formatMomentWithSeconds(at, now)).toMatch(withSeconds);
});
