import { MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import { unpackHistory } from '@trace/contract/tracking/tracking.history.rules';
import { aDrivenDay } from '#testing/fake-server/devices/fake-server-history.ts';
import { expect, test } from 'vitest';
import { namedParts, pointsOf, segmentsOf } from './history/tracking-history-drawing.ts';
import { addMonths, dayByKey, weeksOf } from './history/tracking-history-month.ts';
import { speedBars } from './history/tracking-speed-bars.ts';
import { indexAt, moveOn, placeAt, trackOf, type Track } from './tracking-track.ts';

const track: Track = {
  at: [0, 10_000, 20_000, 3_000_000],
  lat: [0, 1, 2, 9],
  lng: [0, 0, 10, 10],
  speedMps: [0, 5, 10, 0],
  pauses: [{ fromAt: 20_000, toAt: 3_000_000 }],
};

test('interpolates between two positions, and stays at the last position over a gap [PATH-03]', () => {
  expect(placeAt(track, 5_000)).toEqual({ lat: 0.5, lng: 0 });
  expect(placeAt(track, 15_000)).toEqual({ lat: 1.5, lng: 5 });
  expect(placeAt(track, 1_000_000)).toEqual({ lat: 2, lng: 10 });
  expect(placeAt(track, 9_999_999)).toEqual({ lat: 9, lng: 10 });
  expect(placeAt(track, -5)).toEqual({ lat: 0, lng: 0 });
  expect(placeAt(track, 5_000, true)).toEqual({ lat: 0, lng: 0 });
  expect([0, 9_999, 10_000, 4_000_000].map((at) => indexAt(track, at))).toEqual([0, 0, 1, 3]);
});

test('advances the day by elapsed time × speed, and plays a pause in one second [PATH-03]', () => {
  expect(moveOn(track, 0, SECOND_MS, 5)).toBe(5_000);
  expect(moveOn(track, 0, 4 * SECOND_MS, 5)).toBe(20_000);
  const half = moveOn(track, 0, 4.5 * SECOND_MS, 5);
  expect(half).toBeCloseTo(20_000 + 2_980_000 / 2, -1);
  expect(moveOn(track, 0, 60 * SECOND_MS, 60)).toBe(3_000_000);
});

test('leaves implausible positions out of the line and the playback [PATH-03]', () => {
  const { path, speeds, ...rest } = aDrivenDay('2026-04-18');
  const day = { ...rest, path: unpackHistory({ path, speeds }) };
  const parts = namedParts(day.parts);
  expect(trackOf(day.path, day).at).toHaveLength(240);
  const segments = segmentsOf(day, parts);
  expect(segments.map(({ id }) => id)).toEqual(['part-0', 'part-2']);
  expect(segments[0]!.points).toHaveLength(60);
  expect(pointsOf(day, parts).map(({ id, kind }) => [id, kind])).toEqual([
    ['start', 'start'],
    ['part-1', 'stop'],
    ['end', 'end'],
  ]);
});

test('the graph shows the highest speed of each part of the day [PATH-03]', () => {
  expect(speedBars({ at: [0, 1, 2, 3].map((nth) => nth * MINUTE_MS), speedMps: [1, 7, 2, 3] }, 2)).toEqual([7, 3]);
  expect(speedBars({ at: [], speedMps: [] }, 2)).toEqual([0, 0]);
});

test('weeks begin on Monday, and keys reach only days that can be chosen [PATH-03]', () => {
  expect(weeksOf('2026-04')[0]).toEqual([
    null,
    null,
    '2026-04-01',
    '2026-04-02',
    '2026-04-03',
    '2026-04-04',
    '2026-04-05',
  ]);
  expect(weeksOf('2026-02')).toHaveLength(5);
  expect(weeksOf('2027-02')).toHaveLength(4);
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  const days = ['2026-03-30', '2026-04-10', '2026-04-18'];
  const from = '2026-04-10';
  const reached = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'a'].map((key) =>
    dayByKey(key, from, days),
  );
  expect(reached).toEqual([
    '2026-03-30',
    '2026-04-18',
    '2026-03-30',
    '2026-04-18',
    '2026-03-30',
    '2026-04-18',
    undefined,
  ]);
});
