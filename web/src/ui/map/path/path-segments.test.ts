import { expect, test } from 'vitest';
import { splitAtGaps } from './path-segments.ts';

const GAP_MS = 30 * 60_000;
const at = (minute: number) => ({ lat: minute, lng: 0, at: minute * 60_000 });
const shape = (minutes: number[]) =>
  splitAtGaps(minutes.map(at), GAP_MS).map(({ points, isGap }) => ({ isGap, minutes: points.map((p) => p.lat) }));

test('a path without gaps is a single segment', () => {
  expect(shape([0, 10, 40])).toEqual([{ isGap: false, minutes: [0, 10, 40] }]);
});

test('a gap over 30 minutes becomes a separate segment, and the line stays joined [PATH-01]', () => {
  expect(shape([0, 10, 41, 50])).toEqual([
    { isGap: false, minutes: [0, 10] },
    { isGap: true, minutes: [10, 41] },
    { isGap: false, minutes: [41, 50] },
  ]);
});

test('lone points between two gaps are joined by the gaps alone', () => {
  expect(shape([0, 60, 120])).toEqual([
    { isGap: true, minutes: [0, 60] },
    { isGap: true, minutes: [60, 120] },
  ]);
});

test('fewer than two points draw no line', () => {
  expect(shape([])).toEqual([]);
  expect(shape([5])).toEqual([]);
});
