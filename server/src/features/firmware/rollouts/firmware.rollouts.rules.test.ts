import type { WaitingReason } from '@trace/contract/firmware/firmware.rules';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { findGuard, isQuiet, isTimeZone, type GuardedDevice } from './firmware.guards.rules.ts';
import { percentileOf } from './firmware.percentile.service.ts';
import { hasEnded, isOverLimit, isRingDone, ringOf, ringsOf, type RingCounts } from './firmware.rings.rules.ts';

const counts = (some: Partial<RingCounts>): RingCounts => ({
  ...{ total: 100, waiting: 0, underWay: 0, done: 0, failed: 0, cancelled: 0 },
  ...some,
});
const noon = new Date('2026-03-02T12:00:00Z');

test('a target has its rings', () => {
  expect(ringsOf({ kind: 'all' })).toEqual([1, 10, 50, 100]);
  expect(ringsOf({ kind: 'percent', percent: 20 })).toEqual([1, 10, 20]);
  expect(ringsOf({ kind: 'percent', percent: 10 })).toEqual([1, 10]);
  expect(ringsOf({ kind: 'devices', serialNumbers: ['Trace_A1'] })).toEqual([100]);
});

test('a device is in the first ring that ends after its percentile [FWM-03]', () => {
  expect([0, 1, 9, 10, 19, 20, 99].map((percentile) => ringOf(percentile, [1, 10, 20]))).toEqual([
    ...[1, 2, 2, 3, 3, null, null],
  ]);
});

test('the percentile is stable and spreads evenly', () => {
  const rollout = randomUUID();
  const all = Array.from({ length: 10_000 }, (_, index) => percentileOf(rollout, `Trace_${index}`));
  expect(percentileOf(rollout.toUpperCase(), 'Trace_7')).toBe(all[7]);
  const first = all.filter((percentile) => percentile < 10).length;
  expect(first).toBeGreaterThan(880);
  expect(first).toBeLessThan(1_120);
});

test.each<[string, RingCounts, boolean]>([
  ['no failure', counts({ done: 3 }), false],
  ['1 of the sample of 20', counts({ failed: 1 }), true],
  ['1 of 50', counts({ failed: 1, done: 49 }), false],
  ['1 of 49', counts({ failed: 1, done: 48 }), true],
  ['3 of 100', counts({ failed: 3, done: 97 }), true],
])('the failure limit of 2 %: %s', (_case, ring, expected) => {
  expect(isOverLimit(ring, { failureLimitPct: 2, minimumSample: 20 })).toBe(expected);
});

test('a ring smaller than the sample counts all its devices', () => {
  const limit = { failureLimitPct: 10, minimumSample: 20 };
  expect(isOverLimit(counts({ total: 8, failed: 1 }), limit)).toBe(true);
  expect(isOverLimit(counts({ total: 10, failed: 1 }), limit)).toBe(false);
});

test('the next ring opens at 90 % of a ring', () => {
  expect(isRingDone(counts({ total: 20, done: 17 }))).toBe(false);
  expect(isRingDone(counts({ total: 20, done: 18 }))).toBe(true);
  expect(isRingDone(counts({ total: 20, done: 9, cancelled: 10 }))).toBe(true);
  expect(isRingDone(counts({ total: 0 }))).toBe(true);
  expect(hasEnded([counts({ done: 90, failed: 10 }), counts({ underWay: 1 })])).toBe(false);
});

const ready: GuardedDevice = {
  ...{ isOnline: true, isAsleep: false, batteryPct: 80, hasExternalPower: false, speedMps: 0 },
  ...{ isTrackedLive: false, hasOpenPanic: false, isWanted: false },
};
const settings = { minBatteryPct: 30, quietHours: null };
const quiet = { from: '22:00', to: '06:30', timeZone: 'Australia/Sydney' };

test.each<[string, Partial<GuardedDevice>, WaitingReason | null]>([
  ['ready', {}, null],
  ['offline', { isOnline: false }, 'offline'],
  ['asleep', { isOnline: false, isAsleep: true }, 'asleep'],
  ['low battery', { batteryPct: 29 }, 'battery_low'],
  ['low battery with external power', { batteryPct: 5, hasExternalPower: true }, null],
  ['no battery reported', { batteryPct: null }, null],
  ['moving', { speedMps: 2.1 }, 'moving'],
  ['walking pace', { speedMps: 2 }, null],
  ['tracked live', { isTrackedLive: true }, 'live_tracking'],
  ['open panic', { hasOpenPanic: true, isOnline: false }, 'panic_open'],
])('guards [FWM-03]: %s', (_case, device, reason) => {
  expect(findGuard({ ...ready, ...device }, settings, noon)).toBe(reason);
});

test('quiet hours follow the time zone and cross midnight', () => {
  // 12:00 UTC is 23:00 in Sydney, 19:29 UTC is 06:29.
  expect(isQuiet(quiet, noon)).toBe(true);
  expect(isQuiet(quiet, new Date('2026-03-02T19:29:00Z'))).toBe(true);
  expect(isQuiet(quiet, new Date('2026-03-02T19:30:00Z'))).toBe(false);
  expect(isQuiet({ from: '00:00', to: '13:00', timeZone: 'UTC' }, noon)).toBe(true);
  expect(isQuiet({ from: '13:00', to: '14:00', timeZone: 'UTC' }, noon)).toBe(false);
});

test("a person's own wish skips quiet hours only", () => {
  const inQuietHours = { ...settings, quietHours: quiet };
  expect(findGuard(ready, inQuietHours, noon)).toBe('quiet_hours');
  expect(findGuard({ ...ready, isWanted: true }, inQuietHours, noon)).toBeNull();
  expect(findGuard({ ...ready, isWanted: true, speedMps: 9 }, inQuietHours, noon)).toBe('moving');
});

test('an unknown time zone is recognised', () => {
  expect([isTimeZone('Australia/Sydney'), isTimeZone('Mars/Olympus')]).toEqual([true, false]);
});
