import { expect, test } from 'vitest';
import { gridFor } from './grid.ts';
import { centreOf, unwrap } from './ring-geometry.ts';

const square = (x: number, y: number, side: number) => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];

test("a country's label is in the middle of the country's largest part", () => {
  const islands = { type: 'MultiPolygon' as const, coordinates: [[square(0, 0, 1)], [square(10, 20, 4)]] };
  expect(centreOf(islands)).toEqual({ centre: [12, 22], area: 16 });
});

test('the grid grows finer with the zoom and keeps its lines at round degrees', () => {
  const bounds = { west: 151.13, south: -33.93, east: 151.27, north: -33.81 };
  const texts = (zoom: number) => gridFor(bounds, zoom).features.map((line) => line.properties.text);
  expect(texts(11)).toContain('151.20° E');
  expect(texts(11)).toContain('33.90° S');
  expect(texts(13).length).toBeGreaterThan(texts(11).length);
  expect(texts(4)).toEqual([]);
});

test('a ring over the antimeridian runs on instead of jumping around the earth', () => {
  const fiji = [
    [179, -17],
    [-179, -17],
    [-179, -16],
    [179, -16],
  ];
  expect(unwrap(fiji).map(([lng]) => lng)).toEqual([179, 181, 181, 179]);
});
