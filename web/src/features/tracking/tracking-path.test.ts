import type { Path } from '@trace/contract/tracking/tracking.path.rules';
import type { Position } from '@trace/contract/tracking/tracking.schema';
import { expect, test } from 'vitest';
import { drawPath, joinPath } from './tracking-path.ts';
import type { FixedPosition } from './motion/tracking-position-log.ts';

const start = 1_800_000_000_000;
const minutes = (count: number) => start + count * 60_000;

function pathAt(times: number[], source: Position['source'] = 'ping'): Path {
  return {
    serialNumber: 'Trace_4F21',
    fromAt: start - 86_400_000,
    toAt: times.at(-1) ?? start,
    at: times,
    lat: times.map((_, index) => -33.8 - index / 100),
    lng: times.map(() => 151.2),
    pings: source === 'ping' ? times.map((_, index) => index) : [],
  };
}

const live = (at: number): FixedPosition => ({
  serialNumber: 'Trace_4F21',
  id: String(at),
  fix: true,
  lat: -34,
  lng: 151,
  speedMps: null,
  courseDeg: null,
  accuracyM: null,
  at,
  receivedAt: at,
  source: 'live_gps',
});

test('gives the markers of positions of one instant different ids [PATH-01]', () => {
  const times = [0, 5, 5, 5, 10].map(minutes);
  const ids = drawPath(joinPath(pathAt(times, 'live_gps'), [])).markers.map(({ id }) => id);
  expect(new Set(ids).size).toBe(times.length);
});

test('marks the start, the end, pings and reported positions, and leaves blue to the live marker [PATH-01] [PATH-04]', () => {
  const kinds = drawPath(joinPath(pathAt([0, 10, 20].map(minutes)), [live(minutes(25)), live(minutes(30))])).markers;
  expect(kinds.map(({ kind }) => kind)).toEqual(['start', 'ping', 'ping', 'point', 'end']);
});

test('a long path has ten markers and a line through all points [PATH-01]', () => {
  const drawn = drawPath(joinPath(pathAt(Array.from({ length: 500 }, (_, index) => minutes(index))), []));
  expect(drawn.markers).toHaveLength(10);
  expect(drawn.segments).toHaveLength(1);
  expect(drawn.segments[0]?.points).toHaveLength(500);
});

test('spaces the markers evenly in time, not by number of points [PATH-01]', () => {
  // Every half minute for ten minutes, then every ten minutes.
  const times = [...Array.from({ length: 20 }, (_, index) => index / 2), 10, 20, 30, 40, 50, 60, 70, 80, 90];
  const { markers } = drawPath(joinPath(pathAt(times.map(minutes)), []));
  expect(markers.map(({ at }) => at)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90].map(minutes));
});

test('dashes the line over more than 30 minutes without a point [PATH-01]', () => {
  const { segments } = drawPath(joinPath(pathAt([0, 10, 41, 50].map(minutes)), []));
  expect(segments.map(({ isGap }) => isGap)).toEqual([false, true, false]);
});

test('merges a stored and a pushed position into one point [LIVE-09]', () => {
  expect(joinPath(pathAt([0, 10].map(minutes)), [live(minutes(10)), live(minutes(11))])).toHaveLength(3);
});

test('joins the markers of a place where the device stayed into one stop [PATH-04]', () => {
  const times = Array.from({ length: 10 }, (_, nth) => minutes(nth * 20));
  const path = pathAt(times);
  const isParked = (nth: number) => nth >= 3 && nth <= 6;
  const lat = path.lat.map((value, nth) => (isParked(nth) ? -33.9 : value));
  const { markers } = drawPath(joinPath({ ...path, lat }, []));
  expect(markers.map(({ kind }) => kind)).toEqual(['start', 'ping', 'ping', 'stop', 'ping', 'ping', 'end']);
  expect([markers[3]?.at, markers[3]?.untilAt]).toEqual([times[3], times[6]]);
});

test('a point knows the speed that a live position measured [PATH-04]', () => {
  const moving = { ...live(minutes(10)), speedMps: 12 };
  expect(joinPath(pathAt([0, 10].map(minutes)), [moving]).map(({ speedMps }) => speedMps)).toEqual([null, 12]);
});
