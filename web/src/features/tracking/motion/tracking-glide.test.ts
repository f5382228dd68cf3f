import { expect, test } from 'vitest';
import { glideFor } from './tracking-glide.ts';
import type { FixedPosition } from './tracking-position-log.ts';

const place = (lat: number): FixedPosition => ({
  serialNumber: 'Trace_4F21',
  id: String(lat),
  fix: true,
  lat,
  lng: 151,
  speedMps: null,
  courseDeg: null,
  accuracyM: null,
  at: 0,
  receivedAt: 0,
  source: 'live_gps',
});

const METRE = 1 / 111_195;

test.each([
  ['panel', false, 50, 1_500],
  ['dialog', false, 5, 1_000],
  ['dialog', false, 50, 2_500],
  ['dialog', false, 140, 4_000],
  ['dialog', true, 5, 2_000],
  ['dialog', true, 50, 5_000],
  ['dialog', true, 140, 8_000],
] as const)(
  'the marker in the %s (polled: %s) glides %d m in %d ms [LIVE-04] [LIVE-11]',
  (view, isPolled, metres, ms) => {
    expect(glideFor(view, isPolled, [place(0), place(metres * METRE)])).toBeCloseTo(ms, 3);
  },
);

test('the first place is reached in the shortest time', () => {
  expect(glideFor('dialog', false, [place(0)])).toBe(1_000);
});
