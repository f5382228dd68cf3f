import type { Map as LibreMap, GeoJSONSourceSpecification, CircleLayerSpecification } from 'maplibre-gl';
import { expect, test } from 'vitest';
import type { MapPoint, PointKind } from '../map.types.ts';
import { drawPoints } from './points-layer.ts';

/** Where a colour stands in the rainbow: red 0, green 120, blue 240. */
function hueOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16));
  const most = Math.max(red, green, blue);
  const width = most - Math.min(red, green, blue);
  if (most === red) return (60 * ((green - blue) / width) + 360) % 360;
  return most === green ? 60 * ((blue - red) / width) + 120 : 60 * ((red - green) / width) + 240;
}

/** Returns the colour of each dot by the id of its point, as passed to the map. */
function drawnColours(points: readonly MapPoint[]): Record<string, string> {
  let source: GeoJSONSourceSpecification | undefined;
  let layer: CircleLayerSpecification | undefined;
  const map = {
    getSource: () => undefined,
    addSource: (_id: string, added: GeoJSONSourceSpecification) => void (source = added),
    addLayer: (added: CircleLayerSpecification) => void (layer = added),
  };
  drawPoints(map as unknown as LibreMap, points, null);
  expect(layer?.paint?.['circle-color']).toEqual(['get', 'color']);
  const data = source?.data;
  if (typeof data !== 'object' || data.type !== 'FeatureCollection') throw new Error('no dots were drawn');
  return Object.fromEntries(data.features.map(({ properties }) => [properties?.['id'], properties?.['color']]));
}

const hues: [PointKind, string, least: number, most: number][] = [
  ['start', 'green', 110, 160],
  ['end', 'red', 0, 15],
  ['live', 'blue', 205, 235],
  ['point', 'amber', 30, 45],
];

test.each(hues)('a place of the kind %s is %s [PATH-01]', (kind, _name, least, most) => {
  const colour = drawnColours([{ id: kind, kind, lat: 0, lng: 0, label: kind }])[kind]!;
  expect(hueOf(colour)).toBeGreaterThanOrEqual(least);
  expect(hueOf(colour)).toBeLessThanOrEqual(most);
});
