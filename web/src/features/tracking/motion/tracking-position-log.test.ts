import { trackingRules } from '@trace/contract/tracking/tracking.rules';
import type { Position } from '@trace/contract/tracking/tracking.schema';
import { expect, test } from 'vitest';
import { accept, askSince, emptyLog, knownSince } from './tracking-position-log.ts';

const start = 1_800_000_000_000;
const position = (step: number, change: Partial<Position> = {}): Position => ({
  serialNumber: 'Trace_4F21',
  id: `p${step}`,
  fix: true,
  lat: -33.8,
  lng: 151 + step / 1_000,
  speedMps: null,
  courseDeg: null,
  accuracyM: null,
  at: start + step * 10_000,
  receivedAt: start + step * 10_000 + 300,
  source: 'live_gps',
  ...change,
});
const ids = (log: typeof emptyLog) => log.fixed.map(({ id }) => id);

test('filling a gap leaves no position missing or duplicated, in order of measurement [LIVE-09]', () => {
  const beforeGap = [1, 2].reduce((log, step) => accept(log, [position(step)]), emptyLog);
  const live = accept(beforeGap, [position(5)]);
  const filled = accept(
    live,
    [2, 3, 4, 5].map((step) => position(step)),
  );
  expect(ids(filled)).toEqual(['p1', 'p2', 'p3', 'p4', 'p5']);
});

test('requests positions from a minute before the last received, or 30 s back at first [LIVE-09] [LIVE-11]', () => {
  const log = accept(emptyLog, [position(1)]);
  expect(askSince(log, start + 900_000)).toBe(position(1).receivedAt - 60_000);
  expect(askSince(emptyLog, start)).toBe(start - 30_000);
});

test('sends the ids of the newest positions that the page already has [LOCREQ-04]', () => {
  const log = accept(
    emptyLog,
    Array.from({ length: 300 }, (_, step) => position(step)),
  );
  expect(knownSince(log, position(298).receivedAt)).toEqual(['p298', 'p299']);
  expect(knownSince(log, 0)).toHaveLength(trackingRules.mostKnown);
});

test.each<[string, Partial<Position>]>([
  ['no fix', { fix: false, lat: null, lng: null }],
  ['zero coordinates', { lat: 0, lng: 0 }],
])('%s moves no marker and shows that a fix is awaited [LIVE-05]', (_, change) => {
  const waiting = accept(accept(emptyLog, [position(1)]), [position(2, change)]);
  expect(waiting.isWaitingForFix).toBe(true);
  expect(ids(waiting)).toEqual(['p1']);
  expect(accept(waiting, [position(3)]).isWaitingForFix).toBe(false);
});

test('a place on the equator or the prime meridian is a place', () => {
  expect(ids(accept(emptyLog, [position(1, { lat: 0 }), position(2, { lng: 0 })]))).toEqual(['p1', 'p2']);
});

test('ignores a position that was already received', () => {
  const log = accept(emptyLog, [position(1)]);
  expect(accept(log, [position(1)])).toBe(log);
});
