import { expect, test } from 'vitest';
import { packPath, unpackPath } from './tracking.path.rules.ts';
import { packedPathSchema } from './tracking.schema.ts';

const path = {
  serialNumber: 'Trace_4F21',
  fromAt: 1_800_000_000_000,
  toAt: 1_800_086_400_000,
  at: [1_800_000_000_000, 1_800_000_010_001, 1_800_086_399_999],
  lat: [-33.8688, 0.000_001, 89.999_999],
  lng: [151.209_296, -180, 180],
  pings: [1],
};

test('a packed path unpacks to the same path [PATH-01]', () => {
  const packed = packedPathSchema.parse(JSON.parse(JSON.stringify(packPath(path))));
  expect(unpackPath(packed)).toEqual(path);
});

test('many small steps add up to a drift of at most a millionth of a degree [PATH-01]', () => {
  const lat = Array.from({ length: 8_640 }, (_, nth) => -33.8 + nth * 1.234_567_8e-5);
  const packed = packPath({ ...path, at: lat.map((_, nth) => path.fromAt + nth), lat, lng: lat, pings: [] });
  unpackPath(packed).lat.forEach((value, nth) => expect(Math.abs(value - lat[nth]!)).toBeLessThanOrEqual(0.51e-6));
});

test('a path without points has no steps [PATH-01]', () => {
  const packed = packPath({ ...path, at: [], lat: [], lng: [], pings: [] });
  expect(packed.steps).toBe('');
  expect(unpackPath(packed).at).toEqual([]);
});

test('encodes steps as a polyline by the published algorithm [PATH-01]', () => {
  const packed = packPath({ ...path, at: [path.fromAt], lat: [38.5e-1], lng: [-120.2e-1], pings: [] });
  expect(packed.steps).toBe('?_p~iF~ps|U');
});
