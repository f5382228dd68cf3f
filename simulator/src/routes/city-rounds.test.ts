import { expect, test } from 'vitest';
import { demoFleet, routeOf } from '../demo-world.ts';
import { createCityRound, HELSINKI_BOUNDS, placeNamed, roundNames } from './city-rounds.ts';
import city from './generated/helsinki.json' with { type: 'json' };
import { between, distanceM, type Place } from './geometry.ts';
import type { Fix, Route } from './route.ts';

const SEEN_AT_MS = Date.UTC(2026, 2, 2, 10);
const HOUR_MS = 3_600_000;
const REPORT_SEC = 10;
const FASTEST_MPS = 55 / 3.6;

function sample(route: Route, everySec: number, [fromMs, untilMs]: readonly [number, number]): Fix[] {
  const count = Math.floor((untilMs - fromMs) / (everySec * 1_000));
  return Array.from({ length: count }, (_, index) => route.at(fromMs + index * everySec * 1_000)).filter(
    (fix) => fix !== null,
  );
}

const isInHelsinki = ({ lat, lng }: Place): boolean => {
  const { south, north, west, east } = HELSINKI_BOUNDS;
  return lat > south && lat < north && lng > west && lng < east;
};

/** How far a place is from the streets of a round. */
function offStreetM(place: Place, streets: readonly Place[]): number {
  const away = streets.slice(1).map((end, index) => {
    const start = streets[index] ?? end;
    const steps = Math.max(1, Math.ceil(distanceM(start, end) / 4));
    const onStreet = Array.from({ length: steps + 1 }, (_, step) => between(start, end, step / steps));
    return Math.min(...onStreet.map((point) => distanceM(place, point)));
  });
  return Math.min(...away);
}

const streetsOf = (round: (typeof roundNames)[number]): Place[] => {
  const places = city.rounds[round].map(([lat = 0, lng = 0]) => ({ lat, lng }));
  return [...places.slice(-1), ...places];
};

test.each(roundNames)('positions every 10 seconds keep the path of round %s on its streets [MAP-04]', (round) => {
  const route = createCityRound({ seed: 3, round, seenAtMs: SEEN_AT_MS });
  const fixes = sample(route, REPORT_SEC, [SEEN_AT_MS, SEEN_AT_MS + HOUR_MS / 4]);
  const streets = streetsOf(round);
  const offM = fixes.map((fix) => offStreetM(fix, streets));
  const middles = fixes.slice(1).map((fix, index) => between(fixes[index] ?? fix, fix, 0.5));
  const middlesOffM = middles.map((middle) => offStreetM(middle, streets)).toSorted((a, b) => a - b);
  expect(Math.max(...offM)).toBeLessThan(5);
  // A line between two reports cuts a corner by less than the width of a block.
  expect(middlesOffM.at(Math.floor(middlesOffM.length * 0.9))).toBeLessThan(12);
  expect(middlesOffM.at(-1)).toBeLessThan(35);
});

test.each(roundNames)('a vehicle on round %s drives and stops at speeds of a city [MAP-04]', (round) => {
  const route = createCityRound({ seed: 5, round, seenAtMs: SEEN_AT_MS });
  const fixes = sample(route, 1, [SEEN_AT_MS, SEEN_AT_MS + HOUR_MS]);
  const speeds = fixes.map(({ speedMps = 0 }) => speedMps);
  const steps = fixes.slice(1).map((fix, index) => distanceM(fixes[index] ?? fix, fix));
  const changes = speeds.slice(1).map((speed, index) => Math.abs(speed - (speeds[index] ?? 0)));
  const stops = speeds.filter((speed, index) => speed === 0 && (speeds[index - 1] ?? 0) > 0);
  expect(Math.max(...speeds, ...steps)).toBeLessThan(FASTEST_MPS);
  expect(Math.max(...changes)).toBeLessThan(3.5);
  expect(stops.length).toBeGreaterThan(15);
  expect(speeds.filter((speed) => speed > 3).length / speeds.length).toBeGreaterThan(0.4);
});

test('the demo has 25 trackers with serials of their own, all in central Helsinki at any time [MAP-04]', () => {
  const fleet = demoFleet();
  expect(fleet).toHaveLength(25);
  expect(new Set(fleet.map((tracker) => tracker.serial)).size).toBe(25);
  for (const tracker of fleet) {
    expect(tracker.serial).toMatch(/^Trace_[0-9A-F]{4}$/);
    const day = sample(routeOf(tracker, SEEN_AT_MS), 60, [SEEN_AT_MS - 24 * HOUR_MS, SEEN_AT_MS]);
    expect(day.length).toBeGreaterThan(500);
    expect(day.every(isInHelsinki)).toBe(true);
  }
});

test('every driving vehicle of the demo is on the move when the demo starts [MAP-04]', () => {
  const driving = demoFleet().filter(({ life }) => life.does === 'drives');
  const minutes = [SEEN_AT_MS, SEEN_AT_MS + 300_000] as const;
  const drivenM = driving.map((tracker) =>
    sample(routeOf(tracker, SEEN_AT_MS), 1, minutes).reduce((sum, { speedMps = 0 }) => sum + speedMps, 0),
  );
  expect(driving.length).toBeGreaterThan(8);
  expect(Math.min(...drivenM)).toBeGreaterThan(300);
});

test('the caravan of the demo stands at the kerb of a street and the boat lies in the bay [MAP-04]', () => {
  const kaisaniemenranta: Place = { lat: 60.176_03, lng: 24.947_1 };
  expect(distanceM(placeNamed('caravan'), kaisaniemenranta)).toBeLessThan(20);
  // The extract's coast is 40 m away on either side, so the drift of the receiver stays at sea.
  const day = sample(
    routeOf(
      demoFleet().find(({ name }) => name === 'Boat')!,
      SEEN_AT_MS,
    ),
    60,
    [SEEN_AT_MS - 24 * HOUR_MS, SEEN_AT_MS],
  );
  expect(Math.max(...day.map((fix) => distanceM(fix, { lat: 60.1769, lng: 24.9462 })))).toBeLessThan(15);
});
