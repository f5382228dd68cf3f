import { expect, test } from 'vitest';
import type { PathSegment } from '../map.types.ts';
import { createPathModel } from './path-model.ts';

const line = (from: number, count: number): PathSegment => ({
  isGap: false,
  points: Array.from({ length: count }, (_, nth) => ({ lat: 0, lng: (from + nth) / 1_000, at: from + nth })),
});

test('pieces join without holes and their colours run from old to new [PATH-04]', () => {
  const { pieces } = createPathModel([line(0, 101)]);
  expect(pieces[0]?.points[0]?.lng).toBe(0);
  expect(pieces.at(-1)?.points.at(-1)?.lng).toBe(0.1);
  for (const [index, piece] of pieces.slice(1).entries()) expect(piece.points[0]).toEqual(pieces[index]?.points.at(-1));
  const progress = pieces.map((piece) => piece.progress);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(pieces.length).toBeLessThanOrEqual(25);
});

test('a gap stays a single piece and keeps its mark, id and faintness [PATH-01] [PATH-03]', () => {
  const gap = { ...line(2, 2), isGap: true, isFaint: true, id: 'part-1' };
  const { pieces } = createPathModel([line(0, 3), gap]);
  expect(pieces.map(({ isGap }) => isGap).filter(Boolean)).toHaveLength(1);
  expect(pieces.at(-1)).toMatchObject({ isGap: true, isFaint: true, id: 'part-1', lane: 0 });
});

test('an empty path, and a single point, have no pieces', () => {
  expect(createPathModel([]).pieces).toEqual([]);
  expect(createPathModel([line(0, 1)]).pieces).toEqual([]);
});
