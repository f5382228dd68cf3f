import { describe, expect, test } from 'vitest';
import { recordedDay, type PastPosition } from '#testing/history-world';
import { spansOf } from './tracking.days.rules.ts';
import { metresBetween } from './tracking.distance.rules.ts';
import { findDoubtful, type DayPoint } from './tracking.doubt.rules.ts';
import { tellDay } from './tracking.history.rules.ts';

const pointOf = ({ at, lat, lng, speedMps, accuracyM }: PastPosition): DayPoint => ({
  at: Date.parse(at),
  lat,
  lng,
  speedMps: speedMps ?? null,
  accuracyM: accuracyM ?? null,
  isPing: false,
});

const recorded = (name: string): DayPoint[] => recordedDay(name).map(pointOf);
const storyOf = (name: string) => tellDay(recorded(name));
const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 19);
const stopsOf = (name: string): string[] =>
  storyOf(name).parts.flatMap((part) => (part.kind === 'stop' ? [`${clock(part.fromAt)}-${clock(part.toAt)}`] : []));

describe('what was recorded', () => {
  test('PATH-03 a receiver that drifts for twenty minutes stays in one place and goes nowhere', () => {
    const { parts, distanceM, doubtful } = storyOf('other-amsterdam-stationary');
    expect(parts.map(({ kind }) => kind)).toEqual(['stop']);
    expect({ distanceM, doubtful }).toEqual({ distanceM: 0, doubtful: [] });
  });

  test.each([
    ['car-reno-lake-tahoe', ['00:27:20-00:32:42', '00:33:50-00:48:40', '00:57:48-01:03:04']],
    // Parked without a single position: it was found where it was.
    ['car-chicago', ['21:49:22-22:34:51', '22:41:04-22:50:09']],
    ['car-oregon-coast-range', ['00:38:45-00:52:51']],
    ['bus-liverpool-1', []],
    ['car-helsinki', ['12:30:48-12:39:07']],
  ])('PATH-03 %s stopped at %j', (name, stops) => {
    expect(stopsOf(name)).toEqual(stops);
  });

  test.each([
    ['car-helsinki', ['11:59:54', '12:01:02', '12:02:02', '12:02:16']],
    // Three fixes of a place that the train had left, and others of the same kind.
    ['train-helsinki-airport', ['11:16:33', '11:19:48', '11:20:09', '11:42:17', '11:42:27', '11:55:15']],
    // The jump of this one stays: the car is there.
    ['car-munich', []],
  ])('PATH-03 of %s the positions at %j are not believed', (name, times) => {
    const points = recorded(name);
    expect(findDoubtful(points).map((index) => clock(points[index]!.at))).toEqual(times);
  });

  test('PATH-03 no speed of a recorded drive is one that nothing goes', () => {
    for (const name of ['car-munich', 'car-helsinki', 'bus-liverpool-1', 'car-oregon-motorway'])
      expect(Math.max(...storyOf(name).speedMps)).toBeLessThan(60);
  });
});

const START = Date.UTC(2026, 3, 20);
const METRE = 1 / 111_195;
/** A point every ten seconds along a meridian, so many metres from the first. */
const along = (metres: readonly number[], everyMs = 10_000): DayPoint[] =>
  metres.map((metre, nth) => ({
    at: START + nth * everyMs,
    lat: metre * METRE,
    lng: 0,
    speedMps: null,
    accuracyM: null,
    isPing: false,
  }));
const times = (count: number, value: (nth: number) => number): number[] =>
  Array.from({ length: count }, (_, nth) => value(nth));

test('PATH-03 a leap that comes back was a fault, one that stays was none', () => {
  const back = along([0, 0, 0, 9_000, 9_000, 0, 0]);
  expect(findDoubtful(back)).toEqual([3, 4]);
  const stays = along([0, 0, 0, ...times(6, () => 9_000)], 1_000);
  expect(findDoubtful(stays)).toEqual([]);
  expect(findDoubtful(along([0, 9_000, 0, 18_000, 0]))).toEqual([1, 3]);
});

test('PATH-03 four minutes are no stop, five are; who strays and is back within a minute stays', () => {
  const drive = (from: number) => times(10, (nth) => from + nth * 200);
  const stand = (at: number, count: number) => times(count, () => at);
  expect(tellDay(along([...drive(0), ...stand(2_000, 25), ...drive(2_200)])).parts.map(({ kind }) => kind)).toEqual([
    'trip',
  ]);
  const story = tellDay(along([...drive(0), ...stand(2_000, 20), 2_070, 2_075, ...stand(2_000, 20), ...drive(2_200)]));
  expect(story.parts.map(({ kind }) => kind)).toEqual(['trip', 'stop', 'trip']);
});

test('PATH-03 a long time without positions is a gap when the device is elsewhere, and counts no way', () => {
  const [morning, evening] = [along(times(20, (nth) => nth * 100)), along(times(20, (nth) => 50_000 + nth * 100))];
  const later = evening.map((point) => ({ ...point, at: point.at + 5 * 3_600_000 }));
  const { parts, distanceM } = tellDay([...morning, ...later]);
  expect(parts.map(({ kind }) => kind)).toEqual(['trip', 'gap', 'trip']);
  expect(Math.round(distanceM)).toBe(3_800);
});

test('PATH-03 a speed that was measured is kept, another one is worked out', () => {
  const points = along([0, 100, 200, 300]).map((point, nth) => (nth === 2 ? { ...point, speedMps: 33 } : point));
  expect(tellDay(points).speedMps.map(Math.round)).toEqual([0, 10, 33, 10]);
});

test('PATH-03 a day without positions and one of a single position tell nothing', () => {
  for (const points of [[], along([0])])
    expect(tellDay(points)).toEqual({ speedMps: points.map(() => 0), doubtful: [], parts: [], distanceM: 0 });
});

test('PATH-03 over the antimeridian is a short way', () => {
  expect(metresBetween({ lat: 0, lng: 179.999 }, { lat: 0, lng: -179.999 })).toBeCloseTo(222, 0);
});

test.each([
  ['Australia/Sydney', '2026-04-05', 25],
  ['Australia/Sydney', '2025-10-05', 23],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  // Its clock jumps over midnight.
  ['America/Santiago', '2025-09-07', 23],
  ['Asia/Kathmandu', '2026-04-05', 24],
  ['Pacific/Kiritimati', '2026-04-05', 24],
  ['Pacific/Pago_Pago', '2026-04-05', 24],
])('PATH-03 in %s the day %s has %d hours', (timeZone, day, hours) => {
  const [span] = spansOf(timeZone, day, day, new Date(0));
  expect((span!.toAt.getTime() - span!.fromAt.getTime()) / 3_600_000).toBe(hours);
});
