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

test.each([
  ['panel', false, 0.5, 1_500],
  ['dialog', false, 0.01, 1_000],
  ['dialog', false, 0.5, 2_500],
  ['dialog', false, 3, 4_000],
  ['dialog', true, 0.01, 2_000],
  ['dialog', true, 0.5, 5_000],
  ['dialog', true, 3, 8_000],
] as const)('the marker in the %s (polled: %s) glides %d° in %d ms [LIVE-04] [LIVE-11]', (view, isPolled, way, ms) => {
  expect(glideFor(view, isPolled, [place(0), place(way)])).toBe(ms);
});

test('the first place is reached in the shortest time', () => {
  expect(glideFor('dialog', false, [place(0)])).toBe(1_000);
});
