import type { Map as LibreMap } from 'maplibre-gl';
import { expect, test } from 'vitest';
import { drawPath, pathFeatures } from './path-layer.ts';
import { drawPoints } from './points-layer.ts';

const run = (count: number, from = 0) => Array.from({ length: count }, (_, index) => ({ lng: from + index, lat: 0 }));

test('pieces join without holes and their colours run from start to end', () => {
  const { features } = pathFeatures([{ points: run(101), isGap: false }]);
  const ends = features.map((piece) => [piece.geometry.coordinates[0]![0], piece.geometry.coordinates.at(-1)![0]]);
  expect(ends[0]![0]).toBe(0);
  expect(ends.at(-1)![1]).toBe(100);
  for (const [index, [start]] of ends.slice(1).entries()) expect(start).toBe(ends[index]![1]);
  const progress = features.map((piece) => piece.properties.progress);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(features.length).toBeLessThanOrEqual(25);
});

test('PATH-01 a gap stays one piece and is marked to be dashed', () => {
  const { features } = pathFeatures([
    { points: run(3), isGap: false },
    { points: run(2, 2), isGap: true },
  ]);
  expect(features.map((piece) => piece.properties.isGap)).toEqual([false, false, true]);
});

test('no segments draw nothing', () => {
  expect(pathFeatures([]).features).toEqual([]);
});

/** What is on the map, from below. */
function aMap() {
  const sources = new Map<string, { setData: () => void }>();
  const layers: string[] = [];
  const map = {
    getSource: (id: string) => sources.get(id),
    addSource: (id: string) => sources.set(id, { setData: () => undefined }),
    getLayer: (id: string) => layers.find((layer) => layer === id),
    addLayer: ({ id }: { id: string }, above?: string) =>
      layers.splice(above === undefined ? layers.length : layers.indexOf(above), 0, id),
  };
  return { map: map as unknown as LibreMap, layers };
}

test('PATH-01 dots lie on the line, whichever is drawn first', () => {
  const line = (map: LibreMap) => drawPath(map, [{ points: run(2), isGap: false }], 'light');
  const dots = (map: LibreMap) => drawPoints(map, [], null);
  const orders = [
    [line, dots],
    [dots, line],
  ].map((steps) => {
    const { map, layers } = aMap();
    for (const step of steps) step(map);
    return layers;
  });
  const fromBelow = ['trace-path-casing', 'trace-path-gap', 'trace-path-line', 'trace-points'];
  expect(orders).toEqual([fromBelow, fromBelow]);
});
