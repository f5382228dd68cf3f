import { faultyTrack, type FaultyTrackName } from '@trace/simulator/testing/faulty-tracks';
import { describe, expect, test } from 'vitest';
import { positionsOf, type PastPosition } from '#testing/worlds/history-world';
import { spansOf } from './tracking.days.rules.ts';
import { metresBetween } from '@trace/contract/kernel/distance';
import { findOutliers, type DayPoint } from './tracking.plausibility.rules.ts';
import { segmentDay } from './tracking.history.rules.ts';

const pointOf = ({ at, lat, lng, speedMps, accuracyM }: PastPosition): DayPoint => ({
  at: Date.parse(at),
  lat,
  lng,
  speedMps: speedMps ?? null,
  accuracyM: accuracyM ?? null,
  isPing: false,
});

const pointsOf = (name: FaultyTrackName): DayPoint[] => positionsOf(name).map(pointOf);
const storyOf = (name: FaultyTrackName) => segmentDay(pointsOf(name));
const stopsOf = (name: FaultyTrackName): (readonly [number, number])[] =>
  storyOf(name).parts.flatMap((part) => (part.kind === 'stop' ? [[part.fromAt, part.toAt] as const] : []));

describe('tracks with the faults of real receivers', () => {
  test('a receiver that drifts for twenty minutes is a single stop without any distance [PATH-03]', () => {
    const { parts, distanceM, doubtful } = storyOf('standing-with-drift');
    expect(parts.map(({ kind }) => kind)).toEqual(['stop']);
    expect({ distanceM, doubtful }).toEqual({ distanceM: 0, doubtful: [] });
  });

  test.each<FaultyTrackName>([
    'car-all-values',
    // Parked without a single position. The next position is at the same place.
    'car-recorded-while-moving',
    'car-in-hills',
    'car-with-wild-jumps',
  ])('the stops of %s are where the car stood, to half a minute [PATH-03]', (name) => {
    const { stops: trueStops } = faultyTrack(name);
    const stops = stopsOf(name);
    expect(stops).toHaveLength(trueStops.length);
    for (const [nth, [fromMs, toMs]] of trueStops.entries()) {
      expect(Math.abs(stops[nth]![0] - fromMs)).toBeLessThan(30_000);
      expect(Math.abs(stops[nth]![1] - toMs)).toBeLessThan(30_000);
    }
  });

  test.each<FaultyTrackName>(['bus-repeating-positions', 'motorway-written-twice', 'car-jump-that-stays'])(
    '%s stops for less than five minutes and has no stop [PATH-03]',
    (name) => expect(stopsOf(name)).toEqual([]),
  );

  test.each<[FaultyTrackName, number[]]>([
    ['car-with-wild-jumps', [605, 649, 902, 1_100]],
    // Positions of a place that the train had left, and some that are too coarse.
    ['train-through-tunnels', [2_167, 2_178, 2_189, 3_003, 3_014, 3_025, 3_036, 3_047, 3_058, 3_069, 3_080, 3_091]],
    // The jump of this track is real: the car stays there.
    ['car-jump-that-stays', []],
  ])('of %s the positions at %j s are not believed [PATH-03]', (name, seconds) => {
    const points = pointsOf(name);
    expect(findOutliers(points).map((index) => Math.round((points[index]!.at - points[0]!.at) / 1_000))).toEqual(
      seconds,
    );
  });

  test.each<FaultyTrackName>([
    'car-jump-that-stays',
    'car-with-wild-jumps',
    'bus-repeating-positions',
    'motorway-written-twice',
  ])('no speed of %s is impossibly high [PATH-03]', (name) =>
    expect(Math.max(...storyOf(name).speedMps)).toBeLessThan(60),
  );

  test('the length of the trips equals the distance driven [PATH-03]', () => {
    const { distanceM } = faultyTrack('car-all-values');
    expect(storyOf('car-all-values').distanceM / distanceM).toBeCloseTo(1, 2);
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

test('a jump that returns is an outlier, a jump that stays is real [PATH-03]', () => {
  const back = along([0, 0, 0, 9_000, 9_000, 0, 0]);
  expect(findOutliers(back)).toEqual([3, 4]);
  const stays = along([0, 0, 0, ...times(6, () => 9_000)], 1_000);
  expect(findOutliers(stays)).toEqual([]);
  expect(findOutliers(along([0, 9_000, 0, 18_000, 0]))).toEqual([1, 3]);
});

test('five minutes are a stop, four are not, and a stray of under a minute ends no stop [PATH-03]', () => {
  const drive = (from: number) => times(10, (nth) => from + nth * 200);
  const stand = (at: number, count: number) => times(count, () => at);
  expect(segmentDay(along([...drive(0), ...stand(2_000, 25), ...drive(2_200)])).parts.map(({ kind }) => kind)).toEqual([
    'trip',
  ]);
  const story = segmentDay(
    along([...drive(0), ...stand(2_000, 20), 2_070, 2_075, ...stand(2_000, 20), ...drive(2_200)]),
  );
  expect(story.parts.map(({ kind }) => kind)).toEqual(['trip', 'stop', 'trip']);
});

test('a long time without positions is a gap without distance when the device is elsewhere [PATH-03]', () => {
  const [morning, evening] = [along(times(20, (nth) => nth * 100)), along(times(20, (nth) => 50_000 + nth * 100))];
  const later = evening.map((point) => ({ ...point, at: point.at + 5 * 3_600_000 }));
  const { parts, distanceM } = segmentDay([...morning, ...later]);
  expect(parts.map(({ kind }) => kind)).toEqual(['trip', 'gap', 'trip']);
  expect(Math.round(distanceM)).toBe(3_800);
});

test('keeps a measured speed and computes a missing speed [PATH-03]', () => {
  const points = along([0, 100, 200, 300]).map((point, nth) => (nth === 2 ? { ...point, speedMps: 33 } : point));
  expect(segmentDay(points).speedMps.map(Math.round)).toEqual([0, 10, 33, 10]);
});

test('a day without positions or with a single position has no parts [PATH-03]', () => {
  for (const points of [[], along([0])])
    expect(segmentDay(points)).toEqual({ speedMps: points.map(() => 0), doubtful: [], parts: [], distanceM: 0 });
});

test('measures the short way across the antimeridian [PATH-03]', () => {
  expect(metresBetween({ lat: 0, lng: 179.999 }, { lat: 0, lng: -179.999 })).toBeCloseTo(222, 0);
});

test.each([
  ['Australia/Sydney', '2026-04-05', 25],
  ['Australia/Sydney', '2025-10-05', 23],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  // The zone's clock jumps over midnight.
  ['America/Santiago', '2025-09-07', 23],
  ['Asia/Kathmandu', '2026-04-05', 24],
  ['Pacific/Kiritimati', '2026-04-05', 24],
  ['Pacific/Pago_Pago', '2026-04-05', 24],
])('in %s the day %s has %d hours [PATH-03]', (timeZone, day, hours) => {
  const [span] = spansOf(timeZone, day, day, new Date(0));
  expect((span!.toAt.getTime() - span!.fromAt.getTime()) / 3_600_000).toBe(hours);
});
