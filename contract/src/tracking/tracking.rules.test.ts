import { expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../kernel/time.ts';
import { pathMarkers } from './tracking.path-markers.rules.ts';

const count = (length: number, from = 0): number[] => Array.from({ length }, (_, index) => from + index);
/** A hundred positions in the first ten minutes, then one every ten minutes. */
const uneven = [...count(100).map((nth) => nth * 6 * SECOND_MS), ...count(9, 1).map((nth) => nth * 10 * MINUTE_MS)];

test('spaces the markers evenly in time, regardless of the number of positions between [PATH-01]', () => {
  expect(pathMarkers(uneven).map((index) => uneven[index]! / MINUTE_MS)).toEqual(count(10).map((nth) => nth * 10));
});

test('marks first and last, and marks no point twice in a pause [PATH-01]', () => {
  const paused = [...count(20).map((nth) => nth * SECOND_MS), 10 * MINUTE_MS];
  expect(pathMarkers(paused)).toEqual([0, 20]);
  expect([pathMarkers([]), pathMarkers([7]), pathMarkers([1, 2, 3])]).toEqual([[], [0], [0, 1, 2]]);
});
