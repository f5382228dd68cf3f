import { expect, test } from 'vitest';
import { headingOf, motionWords, tailOf } from './tracking-motion.ts';
import type { FixedPosition } from './tracking-position-log.ts';

const position = (change: Partial<FixedPosition>): FixedPosition => ({
  serialNumber: 'Trace_4F21',
  id: 'a',
  fix: true,
  lat: -33.8,
  lng: 151,
  speedMps: 8,
  courseDeg: 40,
  accuracyM: null,
  at: 0,
  receivedAt: 0,
  source: 'live_gps',
  ...change,
});

test.each([
  [{}, '29 km/h, heading north-east (40°)'],
  [{ courseDeg: 359.7 }, '29 km/h, heading north (0°)'],
  [{ courseDeg: 247 }, '29 km/h, heading south-west (247°)'],
  [{ courseDeg: null }, '29 km/h'],
  [{ speedMps: 0.4 }, 'Not moving'],
  [{ speedMps: null }, null],
])('the motion of %j reads %j [LIVE-04]', (change, words) => {
  expect(motionWords(position(change))).toBe(words);
});

test('the marker has a heading only while the device moves [LIVE-04]', () => {
  expect([{}, { speedMps: 0.4 }, { speedMps: null }].map((change) => headingOf(position(change)))).toEqual([
    40,
    null,
    null,
  ]);
});

test('the tail holds the minute before the newest position [LIVE-04]', () => {
  const fixed = [0, 30, 90, 100].map((second) => position({ at: second * 1_000, lng: second }));
  expect(tailOf(fixed).map(({ lng }) => lng)).toEqual([90]);
  expect(tailOf([...fixed, position({ at: 150_000, lng: 150 })]).map(({ lng }) => lng)).toEqual([90, 100]);
  expect([tailOf([]), tailOf(fixed.slice(0, 1))]).toEqual([[], []]);
});
