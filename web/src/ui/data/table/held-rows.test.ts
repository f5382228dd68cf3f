import { expect, test } from 'vitest';
import { inHeldPlaces } from './held-rows.ts';

const row = (key: string, value = 0) => ({ key, value });
const placed = (before: string[], now: ReturnType<typeof row>[], totals: [number?, number?] = []) =>
  inHeldPlaces(
    { rows: before.map((key) => row(key)), total: totals[0] },
    { rows: now, keyOf: ({ key }) => key, total: totals[1] },
  );

test('rows keep their places with their newest values', () => {
  expect(placed(['a', 'b'], [row('b', 2), row('a', 1)])).toEqual([row('a', 1), row('b', 2)]);
});

test('a row that left the page keeps its place, and the row in its stead waits', () => {
  expect(placed(['a', 'b'], [row('c'), row('a', 1)], [9, 9])).toEqual([row('a', 1), row('b')]);
});

test('a row leaves when the whole list has become shorter', () => {
  expect(placed(['a', 'b'], [row('b', 2)], [2, 1])).toEqual([row('b', 2)]);
});

test('a new row follows at the end', () => {
  expect(placed(['a'], [row('c'), row('a', 1)], [1, 2])).toEqual([row('a', 1), row('c')]);
});
