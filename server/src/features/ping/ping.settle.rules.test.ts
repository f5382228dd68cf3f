import { expect, test } from 'vitest';
import { isCharged, settlementOf } from './ping.settle.rules.ts';

const now = new Date('2026-01-01T00:00:30Z');
const at = (agoMs: number): Date => new Date(now.getTime() - agoMs);
const answered = (location: object | undefined, agoMs = 0) =>
  settlementOf(
    {
      state: 'answered',
      finishedAt: at(agoMs),
      result: { success: true, ...(location ? { location: location as never } : {}) },
    },
    now,
  );

test('an answer with a fix locates the device and keeps the time of the fix [PING-02]', () => {
  expect(answered({ latitude: -33.86, longitude: 151.2, timestamp: 1_767_225_600 })).toEqual({
    outcome: 'located',
    lat: -33.86,
    lng: 151.2,
    accuracyM: null,
    fixAt: new Date('2026-01-01T00:00:00Z'),
  });
});

test.each([
  ['in milliseconds', 1_767_225_600_000],
  ['in microseconds, which no calendar holds', 1_767_225_600_000_000],
  ['of a clock that is a year ahead', 1_798_761_600],
])('a time of the fix %s is not kept [PING-02]', (_, timestamp) => {
  expect(answered({ latitude: -33.86, longitude: 151.2, timestamp })).toMatchObject({
    outcome: 'located',
    fixAt: null,
  });
});

test.each([
  ['no location at all', undefined],
  ['0, 0', { latitude: 0, longitude: 0 }],
  ['a latitude of 0', { latitude: 0, longitude: 151.2 }],
  ['a longitude of 0', { latitude: -33.86, longitude: 0 }],
])('an answer with %s counts as no fix and is charged [PING-02] [PING-05]', (_, location) => {
  expect(answered(location).outcome).toBe('no_fix');
  expect(isCharged('no_fix')).toBe(true);
});

test.each([
  [29_999, 'located'],
  [30_000, 'no_fix'],
])('an answer of %i ms ago is %s [PING-02]', (agoMs, outcome) => {
  expect(answered({ latitude: -33.86, longitude: 151.2 }, agoMs).outcome).toBe(outcome);
});

test('a device that does not answer is not charged [PING-05]', () => {
  expect(settlementOf({ state: 'expired', finishedAt: now, result: null }, now)).toEqual({ outcome: 'unreachable' });
  expect(isCharged('unreachable')).toBe(false);
  expect(isCharged('cancelled')).toBe(false);
});

test('keeps the error text of a device that refuses', () => {
  const result = { success: false, error: 'GPS module is off' };
  expect(settlementOf({ state: 'failed', finishedAt: now, result }, now)).toEqual({
    outcome: 'failed',
    message: 'GPS module is off',
  });
});
