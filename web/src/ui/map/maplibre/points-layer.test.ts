import type { GeoJSONSourceSpecification, Map as LibreMap } from 'maplibre-gl';
import { expect, test } from 'vitest';
import type { MapPoint, PointKind } from '../map.types.ts';
import { pointColors } from '../map-colors.ts';
import { markShapes } from '../marks/mark-shapes.ts';
import { drawPoints } from './points-layer.ts';

/** Where a colour stands in the rainbow: red 0, green 120, blue 240. */
function hueOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16));
  const most = Math.max(red, green, blue);
  const width = most - Math.min(red, green, blue);
  if (most === red) return (60 * ((green - blue) / width) + 360) % 360;
  return most === green ? 60 * ((blue - red) / width) + 120 : 60 * ((red - green) / width) + 240;
}

const hues: [PointKind | 'live', string, least: number, most: number][] = [
  ['start', 'green', 110, 160],
  ['end', 'red', 0, 15],
  ['live', 'blue', 205, 235],
  ['stop', 'amber', 30, 45],
  ['point', 'amber', 30, 45],
  ['ping', 'amber', 30, 45],
];

test.each(hues)('a place of the kind %s is %s [PATH-01]', (kind, _name, least, most) => {
  expect(hueOf(pointColors[kind])).toBeGreaterThanOrEqual(least);
  expect(hueOf(pointColors[kind])).toBeLessThanOrEqual(most);
});

test('the mark of each kind has the colour of its kind [PATH-01]', () => {
  const fills = Object.entries(markShapes).map(([kind, shapes]) => [kind, shapes[1]?.fill]);
  const { live: _, ...colours } = pointColors;
  expect(Object.fromEntries(fills)).toEqual(colours);
});

test('the marks of all kinds differ in shape, not only in colour [PATH-04]', () => {
  const outlines = Object.values(markShapes).map((shapes) => shapes.map(({ d }) => d).join(' '));
  expect(new Set(outlines).size).toBe(outlines.length);
});

test('a minor mark gives way to others until the mark is selected [PATH-04]', () => {
  const point: MapPoint = { id: 'a', kind: 'point', lat: 0, lng: 0, label: '', isMinor: true };
  expect([null, 'a'].map((selectedId) => drawnMarks([point], selectedId)[0]?.['isMinor'])).toEqual([true, false]);
});

/** Returns what was passed to the map for each point. */
function drawnMarks(points: readonly MapPoint[], selectedId: string | null) {
  let source: GeoJSONSourceSpecification | undefined;
  const map = {
    getSource: () => undefined,
    hasImage: () => true,
    addSource: (_id: string, added: GeoJSONSourceSpecification) => void (source = added),
    addLayer: () => undefined,
  };
  drawPoints(map as unknown as LibreMap, points, selectedId);
  const data = source?.data;
  if (typeof data !== 'object' || data.type !== 'FeatureCollection') throw new Error('no marks were drawn');
  return data.features.map(({ properties }) => properties ?? {});
}
