import { expect, test } from 'vitest';
import { centreOf, unwrapped } from './world-layers.ts';

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

test('a ring over the antimeridian runs on instead of jumping around the earth', () => {
  const fiji = [
    [179, -17],
    [-179, -17],
    [-179, -16],
    [179, -16],
  ];
  expect(unwrapped(fiji).map(([lng]) => lng)).toEqual([179, 181, 181, 179]);
});
