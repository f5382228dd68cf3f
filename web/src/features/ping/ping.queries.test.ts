import type { PingLocation, PingOutcome } from '@trace/contract/ping/ping.schema';
import { expect, test } from 'vitest';
import { withOutcome } from './ping.queries.ts';

const at = '2026-11-20T09:41:22Z';
const location = (id: string): PingLocation => ({
  id,
  serialNumber: 'Trace_4F21',
  deviceName: 'Work ute',
  lat: -33.8,
  lng: 151.2,
  accuracyM: null,
  at,
  fixAt: null,
});
const located = (id: string): PingOutcome => ({ outcome: 'located', id, charged: true, location: location(id) });
const ids = (pings: { locations: PingLocation[] }) => pings.locations.map(({ id }) => id);

test('a location that is told twice is shown once, first', () => {
  const once = withOutcome({ locations: [location('a')] }, located('b'));
  expect(ids(withOutcome(once, located('b')))).toEqual(['b', 'a']);
});

test('the history keeps the newest 50 pings [PING-07]', () => {
  const full = Array.from({ length: 50 }, (_, index) => location(String(index)));
  const after = withOutcome({ locations: full }, located('new'));
  expect(after.locations).toHaveLength(50);
  expect(ids(after)[0]).toBe('new');
});
