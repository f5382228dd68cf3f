import { expect, test } from 'vitest';
import { createDrive, createParking } from './drives.ts';
import { distanceM } from './geometry.ts';
import { roadNames, SYDNEY_BOUNDS, ways } from './places.ts';
import type { WayName } from './places.ts';
import type { Fix, Route } from './route.ts';

const START_MS = Date.UTC(2026, 2, 2);
const DAY_MS = 86_400_000;
const FASTEST_CAR_MPS = 45;

function sample(route: Route, everySec: number, forMs = DAY_MS): (Fix | null)[] {
  const count = Math.floor(forMs / (everySec * 1_000));
  return Array.from({ length: count }, (_, index) => route.at(START_MS + index * everySec * 1_000));
}

const isInSydney = ({ lat, lng }: Fix): boolean => {
  const { south, north, west, east } = SYDNEY_BOUNDS;
  return lat > south && lat < north && lng > west && lng < east;
};

const wayNames = Object.keys(ways) as WayName[];

test.each(wayNames)('a day on %s stays within Sydney, at speeds that fit the positions', (way) => {
  const fixes = sample(createDrive({ seed: 7, way }), 5);
  const steps = fixes.slice(1).flatMap((fix, index) => {
    const before = fixes[index];
    return fix === null || before === null || before === undefined ? [] : [distanceM(before, fix) / 5];
  });
  const speeds = fixes.map((fix) => fix?.speedMps ?? 0);
  expect(fixes.filter((fix) => fix !== null && !isInSydney(fix))).toEqual([]);
  expect(Math.max(...steps, ...speeds)).toBeLessThan(FASTEST_CAR_MPS);
  expect(Math.max(...steps)).toBeGreaterThan(6);
  expect(speeds.filter((speed) => speed > 1).length / fixes.length).toBeGreaterThan(0.2);
});

test('the speed that is told is the speed that the positions show', () => {
  const route = createDrive({ seed: 3, way: 'newcastleMotorway' });
  const fixes = sample(route, 1, 4 * 3_600_000);
  const differences = fixes.slice(1).flatMap((fix, index) => {
    const before = fixes[index];
    if (fix === null || before === null || before === undefined) return [];
    return [Math.abs(distanceM(before, fix) - (fix.speedMps ?? 0))];
  });
  expect(differences.length).toBeGreaterThan(10_000);
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
  expect(mean).toBeLessThan(0.5);
  // On parking, the receiver begins to drift further.
  expect(Math.max(...differences)).toBeLessThan(6);
});

test('a vehicle accelerates and brakes at realistic rates', () => {
  const speeds = sample(createDrive({ seed: 5, way: 'parramattaRoad' }), 1).map((fix) => fix?.speedMps ?? 0);
  const changes = speeds.slice(1).map((speed, index) => Math.abs(speed - (speeds[index] ?? 0)));
  expect(Math.max(...changes)).toBeLessThan(3.5);
});

test('a street has red lights at which the vehicle stops', () => {
  const fixes = sample(createDrive({ seed: 5, way: 'parramattaRoad', restSec: [0, 1] }), 1);
  const stops = fixes.filter((fix, index) => fix?.speedMps === 0 && (fixes[index - 1]?.speedMps ?? 0) > 0);
  expect(stops.length).toBeGreaterThan(20);
});

test('a tunnel has no fix, and the fix returns after the tunnel', () => {
  const fixes = sample(createDrive({ seed: 2, way: 'harbourTunnel' }), 5);
  const lost = fixes.filter((fix) => fix === null).length;
  expect(lost).toBeGreaterThan(20);
  expect(lost).toBeLessThan(fixes.length / 2);
});

test('a parked vehicle drifts a few metres and no further', () => {
  const place = { lat: -33.87, lng: 151.2 };
  const distances = sample(createParking(place, 9), 10).map((fix) => (fix === null ? 0 : distanceM(place, fix)));
  expect(Math.max(...distances)).toBeLessThan(11);
  expect(Math.max(...distances)).toBeGreaterThan(4);
});

test('the same seed drives the same, another seed another way or time', () => {
  const track = (seed: number): (Fix | null)[] => sample(createDrive({ seed }), 60);
  expect(track(11)).toEqual(track(11));
  expect(track(11)).not.toEqual(track(12));
});

test('a fleet without ways of its own drives on roads', () => {
  expect(roadNames).not.toContain('manlyFerry');
});
