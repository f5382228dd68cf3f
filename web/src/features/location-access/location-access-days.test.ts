import { onTestFinished, expect, test } from 'vitest';
import type { Look } from '@trace/contract/location-access/location-access.schema';
import { setZone } from '#lib/format.ts';
import { daysOf } from './location-access-days.ts';

test("groups access log entries by the days of the user's own time zone [LOCREQ-04]", () => {
  onTestFinished(() => setZone(null));
  const looks = ['2026-11-21T18:30:00Z', '2026-11-21T18:00:00Z'].map((fromAt) => ({ fromAt }) as Look);
  const nowMs = Date.parse('2026-11-21T19:00:00Z');
  const counts = () => daysOf(looks, nowMs).map((day) => day.looks.length);
  setZone('America/New_York');
  expect(counts()).toEqual([2]);
  // Midnight there is a quarter past six in the evening.
  setZone('Asia/Kathmandu');
  expect(counts()).toEqual([1, 1]);
  expect(daysOf(looks, nowMs)[0]?.day).toBe('Today');
});
