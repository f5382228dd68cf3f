import { expect, test } from 'vitest';
import { retainedSince } from './retention.rules.ts';

test('data is kept for whole years on a leap day too [RET-01] [RET-02]', () => {
  const leapDay = new Date('2028-02-29T10:00:00.000Z');
  expect(retainedSince('activityLogs', leapDay)).toEqual(new Date('2027-02-28T10:00:00.000Z'));
  // 90 days and two years before.
  const later = new Date('2028-05-29T10:00:00.000Z');
  expect(retainedSince('archivedPositions', later)).toEqual(new Date('2026-02-28T10:00:00.000Z'));
  expect(retainedSince('activityLogs', later)).toEqual(new Date('2027-05-29T10:00:00.000Z'));
});
