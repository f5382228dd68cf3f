import { createRandom, type Random } from '../random.ts';
import { drivingFix, parkedFix } from './drives.ts';
import { distanceM, type Place } from './geometry.ts';
import city from './generated/helsinki.json' with { type: 'json' };
import { createNoise } from './noise.ts';
import { placeOf } from './places.ts';
import type { Route } from './route.ts';
import { profileOf, turnSpeedMps, type SpeedProfile, type Step } from './speed-profile.ts';

/** Rounds on real streets of central Helsinki. */
export type RoundName = keyof typeof city.rounds;
/** Real kerbs of central Helsinki, and a mooring. */
export type PlaceName = keyof typeof city.places;

export const roundNames = Object.keys(city.rounds) as RoundName[];

/** The area in which all rounds and places lie. */
export const HELSINKI_BOUNDS = { south: 60.1641, north: 60.1792, west: 24.9351, east: 24.9535 } as const;

export interface CityRoundOptions {
  readonly seed: number;
  readonly round: RoundName;
  /** An outing began a few minutes before this time, so that the vehicle moves when someone first looks. */
  readonly seenAtMs: number;
}

const HALT_SEC = [12, 45] as const;
/** Lower than on a single road, because a city has a light at every corner. */
const RED_SHARE = 0.25;
const RED_SEC = [8, 40] as const;
const OUTING_SEC = 60 * 60;
const REST_SEC = 150 * 60;
const BEGAN_SEC = [60, 240] as const;
const PACE = [0.88, 1.02] as const;
/** Crossings have a light on each side, and a driver stops once. */
const BETWEEN_LIGHTS_M = 60;
const LIGHT = 1;
const HALT = 2;
/** Position noise in metres, small enough to stay on a drawn street. */
const NOISE_M = 2;

/** Drives a round again and again for an hour, then stands at its start for some hours. */
export function createCityRound({ seed, round, seenAtMs }: CityRoundOptions): Route {
  const random = createRandom(seed);
  const profile = profileOf(stepsOf(city.rounds[round], random));
  const laps = Math.ceil(OUTING_SEC / profile.durationSec);
  const outingSec = laps * profile.durationSec;
  const cycleSec = outingSec + REST_SEC;
  const phaseSec = random.between(...BEGAN_SEC) - seenAtMs / 1_000;
  const noise = createNoise(random);
  return {
    at(timeMs) {
      const sec = (((timeMs / 1_000 + phaseSec) % cycleSec) + cycleSec) % cycleSec;
      if (sec >= outingSec) return parkedFix(startOf(profile), timeMs, noise);
      return drivingFix(profile, sec % profile.durationSec, timeMs, noise, NOISE_M);
    },
  };
}

export const placeNamed = (name: PlaceName): Place => placeOf(pairOf(city.places[name]));

const pairOf = ([lat = 0, lng = 0]: readonly number[]): readonly [number, number] => [lat, lng];

const startOf = ({ places }: SpeedProfile): Place => places[0] ?? placeOf([0, 0]);

/** A step per node of the streets, with its speed limit, red lights and halts. The last node is the first. */
function stepsOf(points: readonly (readonly number[])[], random: Random): Step[] {
  const places = points.map((point) => placeOf(pairOf(point)));
  const pace = random.between(...PACE);
  let sinceStopM = 0;
  const steps = points.map(([, , limitKmh = 0, mark], index): Step => {
    const place = places[index] ?? placeOf([0, 0]);
    const before = places.at(index - 1) ?? place;
    const next = places[(index + 1) % places.length] ?? place;
    sinceStopM += distanceM(before, place);
    const isRed = mark === LIGHT && sinceStopM > BETWEEN_LIGHTS_M && random.chance(RED_SHARE);
    const stopSec = stopSecOf(mark === HALT, isRed, random);
    if (stopSec > 0) sinceStopM = 0;
    const limitMps = stopSec > 0 ? 0 : turnSpeedMps((limitKmh / 3.6) * pace, before, place, next);
    return { place, isTunnel: false, limitMps, stopSec };
  });
  const end = steps.at(-1);
  return end ? [{ ...end, stopSec: 0 }, ...steps] : steps;
}

function stopSecOf(isHalt: boolean, isRed: boolean, random: Random): number {
  if (isHalt) return random.between(...HALT_SEC);
  return isRed ? random.between(...RED_SEC) : 0;
}
