import { expect, test } from 'vitest';
import { isPackingDue, mayBePacked } from './tracking.packing.rules.ts';

test.each([
  ['2026-04-18', '2026-04-20T23:59:59.999Z', false],
  ['2026-04-18', '2026-04-21T00:00:00.000Z', true],
  ['2026-01-23', '2026-04-20T23:59:59.999Z', true],
  ['2026-01-22', '2026-04-20T00:00:00.000Z', false],
])('packing of %s at %s is due: %s', (day, now, isDue) => {
  expect(isPackingDue(day, new Date(now))).toBe(isDue);
});

test('a position that is not late lies in a day that another process packs no earlier than a day later', () => {
  const now = new Date('2026-04-20T00:00:00.000Z');
  const oldest = new Date(now.getTime() - 86_400_000);
  expect(mayBePacked(oldest, now)).toBe(false);
  expect(mayBePacked(new Date(oldest.getTime() - 1), now)).toBe(true);
  const day = oldest.toISOString().slice(0, 10);
  expect(isPackingDue(day, new Date(now.getTime() + 86_399_999))).toBe(false);
});
