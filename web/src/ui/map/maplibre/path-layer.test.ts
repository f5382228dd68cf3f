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

test('a gap stays a single piece and is marked as dashed [PATH-01]', () => {
  const { features } = pathFeatures([
    { points: run(3), isGap: false },
    { points: run(2, 2), isGap: true },
  ]);
  expect(features.map((piece) => piece.properties.isGap)).toEqual([false, false, true]);
});

test('an empty list of segments draws no line', () => {
  expect(pathFeatures([]).features).toEqual([]);
});

/** Creates a fake map that records its layers from bottom to top. */
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

test('dots lie above the line in either drawing order [PATH-01]', () => {
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
