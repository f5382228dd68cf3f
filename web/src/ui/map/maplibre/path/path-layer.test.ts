import type { Map as LibreMap } from 'maplibre-gl';
import { expect, test } from 'vitest';
import { createPathModel } from '../../path/path-model.ts';
import { drawPath, lanePxAt } from './path-layer.ts';
import { drawPoints } from '../points-layer.ts';

const model = createPathModel([{ points: [0, 1].map((lng) => ({ lng, lat: 0, at: lng })), isGap: false }]);

/** Creates a fake map with two layers of its own that records its layers from bottom to top. */
function aMap() {
  const sources = new Map<string, { setData: () => void }>();
  const types = new Map([
    ['land', 'fill'],
    ['place-names', 'symbol'],
  ]);
  const layers = [...types.keys()];
  const map = {
    getSource: (id: string) => sources.get(id),
    addSource: (id: string) => sources.set(id, { setData: () => undefined }),
    hasImage: () => true,
    getLayersOrder: () => layers,
    getLayer: (id: string) => (types.has(id) ? { id, type: types.get(id) } : undefined),
    addLayer: ({ id, type }: { id: string; type: string }, above?: string) => {
      types.set(id, type);
      layers.splice(above === undefined ? layers.length : layers.indexOf(above), 0, id);
    },
  };
  return { map: map as unknown as LibreMap, layers };
}

test('the line lies below the names, the arrows above, and the marks on top in either drawing order [PATH-01] [PATH-04]', () => {
  const line = (map: LibreMap) => drawPath(map, model, 'light');
  const marks = (map: LibreMap) => drawPoints(map, [], null);
  const orders = [
    [line, marks],
    [marks, line],
  ].map((steps) => {
    const { map, layers } = aMap();
    for (const step of steps) step(map);
    return layers;
  });
  const fromBelow = [
    ...['land', 'trace-path-casing', 'trace-path-gap', 'trace-path-line', 'place-names'],
    ...['trace-path-arrows', 'trace-points-minor', 'trace-points'],
  ];
  expect(orders).toEqual([fromBelow, fromBelow]);
});

test('lanes widen with the zoom and keep their width beyond [PATH-04]', () => {
  expect([8, 10, 12, 14, 18].map(lanePxAt)).toEqual([2, 2, 4, 6, 6]);
});
