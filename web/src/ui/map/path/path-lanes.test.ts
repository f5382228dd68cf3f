import { expect, test } from 'vitest';
import { lanesOf } from './path-lanes.ts';
import { measureWay } from './path-way.ts';

const DEGREES_PER_M = 1 / 111_195;
const KILOMETRE = 1_000;
const EVERY_M = 100;

interface Place {
  eastM: number;
  northM: number;
}

/** Drives straight from place to place, with a point every hundred metres. */
function drive(...places: Place[]) {
  const points = places.slice(1).flatMap((to, nth) => {
    const from = places[nth]!;
    const lengthM = Math.hypot(to.eastM - from.eastM, to.northM - from.northM);
    return Array.from({ length: Math.round(lengthM / EVERY_M) }, (_, part) => {
      const share = ((part + 1) * EVERY_M) / lengthM;
      return {
        lat: (from.northM + (to.northM - from.northM) * share) * DEGREES_PER_M,
        lng: (from.eastM + (to.eastM - from.eastM) * share) * DEGREES_PER_M,
      };
    });
  });
  return measureWay([{ points: points.map((place, at) => ({ ...place, at })), isGap: false }]);
}

const west = { eastM: 0, northM: 0 };
const east = { eastM: 2 * KILOMETRE, northM: 0 };
/** The lane in the middle of each kilometre of the way. */
const lanesByKm = (lanes: Float32Array) =>
  Array.from({ length: Math.round(lanes.length / 10) }, (_, km) => lanes[km * 10 + 5]);

test('a way without another pass stays on its road [PATH-04]', () => {
  const north = { eastM: 2 * KILOMETRE, northM: 2 * KILOMETRE };
  expect(new Set(lanesOf(drive(west, east, north)))).toEqual(new Set([0]));
});

test('a way to and fro has a lane for each direction [PATH-04]', () => {
  expect(lanesByKm(lanesOf(drive(west, east, west)))).toEqual([0.5, 0.5, 0.5, 0.5]);
});

test('the newest lap keeps the inner lane, and older laps share the outer lane [PATH-04]', () => {
  const lanes = lanesByKm(lanesOf(drive(west, east, west, east, west, east, west, east, west)));
  const lapTo = [0, 4, 8, 12].map((km) => lanes[km]);
  expect(lapTo).toEqual([1.5, 1.5, 1.5, 0.5]);
});

test('a lap around a block keeps no lane for opposite passes [PATH-04]', () => {
  const block = [west, east, { eastM: 2 * KILOMETRE, northM: KILOMETRE }, { eastM: 0, northM: KILOMETRE }];
  const lanes = lanesByKm(lanesOf(drive(...block, ...block, west)));
  expect([lanes[0], lanes[6]]).toEqual([1, 0]);
});

test('a parallel street has a way of its own [PATH-04]', () => {
  const back = [
    { eastM: 2 * KILOMETRE, northM: 200 },
    { eastM: 0, northM: 200 },
  ];
  expect(lanesByKm(lanesOf(drive(west, east, ...back)))[0]).toBe(0);
});

test('drift around a place keeps no lane [PATH-04]', () => {
  const spot = Array.from({ length: 400 }, (_, nth) => ({ eastM: (nth % 2) * EVERY_M, northM: (nth % 3) * EVERY_M }));
  expect(new Set(lanesOf(drive(...spot)))).toEqual(new Set([0]));
});
