import { expect, test } from 'vitest';
import { gridFor } from './grid.ts';

test('the grid grows finer with the zoom and keeps its lines at round degrees', () => {
  const bounds = { west: 151.13, south: -33.93, east: 151.27, north: -33.81 };
  const texts = (zoom: number) => gridFor(bounds, zoom).features.map((line) => line.properties.text);
  expect(texts(11)).toContain('151.20° E');
  expect(texts(11)).toContain('33.90° S');
  expect(texts(13).length).toBeGreaterThan(texts(11).length);
  expect(texts(4)).toEqual([]);
});

test('each meridian has its name at the upper edge of the view', () => {
  const { features } = gridFor({ west: 151.13, south: -33.93, east: 151.27, north: -33.81 }, 11);
  const names = features.filter(({ geometry }) => geometry.type === 'Point');
  const meridians = features.filter(
    ({ geometry, properties }) => geometry.type === 'LineString' && !properties.isLevel,
  );
  expect(names.map(({ properties }) => properties.text)).toEqual(meridians.map(({ properties }) => properties.text));
  expect(names.map(({ geometry }) => geometry.type === 'Point' && geometry.coordinates[1])).toEqual(
    names.map(() => -33.81),
  );
});
