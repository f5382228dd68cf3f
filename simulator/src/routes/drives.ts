import { createRandom } from '../random.ts';
import { createNoise, rounded, type Noise } from './noise.ts';
import type { Place } from './geometry.ts';
import { placeOf, roadNames, ways } from './places.ts';
import type { Way, WayName } from './places.ts';
import type { Fix, Route } from './route.ts';
import { createSpeedProfile, motionAt } from './speed-profile.ts';
import type { SpeedProfile } from './speed-profile.ts';

/** A vehicle's round on a way: there, a rest, back, a rest, repeated for ever. The same seed gives the same round. */
interface Round {
  readonly there: SpeedProfile;
  readonly back: SpeedProfile;
  readonly restAwaySec: number;
  readonly restHomeSec: number;
}

export interface DriveOptions {
  readonly seed: number;
  /** Chosen by the seed when not said. */
  readonly way?: WayName;
  /** The rest at either end. */
  readonly restSec?: readonly [from: number, to: number];
}

const USUAL_REST_SEC = [300, 2_400] as const;
/** The number of rounds laid out per way. The trackers of a large fleet share rounds and differ in the time of day. */
const VARIANTS = 4;
const DRIVING_NOISE_M = 2.5;
const PARKED_DRIFT_M = 7;
const SLOWEST_COURSE_MPS = 0.5;

const laidOut = new Map<string, Round>();

/** Creates a drive around Sydney with streets, lights, tunnels and parking. The position depends only on the time. */
export function createDrive(options: DriveOptions): Route {
  const random = createRandom(options.seed);
  const wayName = options.way ?? roadNames[Math.floor(random.next() * roadNames.length)] ?? 'parramattaRoad';
  const round = roundOn(wayName, options.seed % VARIANTS, options.restSec ?? USUAL_REST_SEC);
  const roundSec = round.there.durationSec + round.restAwaySec + round.back.durationSec + round.restHomeSec;
  const phaseSec = random.next() * roundSec;
  const noise = createNoise(random);
  return {
    at: (timeMs) => fixIn(round, (timeMs / 1_000 + phaseSec) % roundSec, timeMs, noise),
  };
}

/** A vehicle that stays parked, with the drift of a real receiver. */
export function createParking(place: Place, seed: number): Route {
  const noise = createNoise(createRandom(seed));
  return { at: (timeMs) => parkedFix(place, timeMs, noise) };
}

function roundOn(wayName: WayName, variant: number, restSec: readonly [number, number]): Round {
  const key = `${wayName} ${variant} ${restSec.join(' ')}`;
  const known = laidOut.get(key);
  if (known !== undefined) return known;
  const way: Way = ways[wayName];
  const random = createRandom(variant + 1);
  const round: Round = {
    there: createSpeedProfile(way, false, random),
    back: createSpeedProfile(way, true, random),
    restAwaySec: random.between(...restSec),
    restHomeSec: random.between(...restSec),
  };
  laidOut.set(key, round);
  return round;
}

function fixIn(round: Round, roundSec: number, timeMs: number, noise: Noise): Fix | null {
  const { there, back, restAwaySec } = round;
  if (roundSec < there.durationSec) return drivingFix(there, roundSec, timeMs, noise);
  const sinceAwaySec = roundSec - there.durationSec;
  if (sinceAwaySec < restAwaySec) return parkedFix(lastPlace(there), timeMs, noise);
  const sinceBackSec = sinceAwaySec - restAwaySec;
  if (sinceBackSec < back.durationSec) return drivingFix(back, sinceBackSec, timeMs, noise);
  return parkedFix(lastPlace(back), timeMs, noise);
}

function lastPlace(profile: SpeedProfile): Place {
  return profile.places.at(-1) ?? placeOf([0, 0]);
}

/** The fix of a receiver in a vehicle on the move, null in a tunnel. */
export function drivingFix(
  profile: SpeedProfile,
  elapsedSec: number,
  timeMs: number,
  noise: Noise,
  noiseM = DRIVING_NOISE_M,
): Fix | null {
  const motion = motionAt(profile, elapsedSec);
  if (motion.isTunnel) return null;
  return {
    ...noise.around(motion.place, timeMs, noiseM),
    speedMps: rounded(motion.speedMps, 100),
    // A receiver that hardly moves cannot determine a course.
    ...(motion.speedMps > SLOWEST_COURSE_MPS && { courseDeg: rounded(motion.courseDeg, 10) }),
    accuracyM: noise.accuracyM(timeMs),
    satellites: noise.satellites(timeMs),
  };
}

/** The fix of a receiver in a parked vehicle, which drifts. */
export function parkedFix(place: Place, timeMs: number, noise: Noise): Fix {
  return {
    ...noise.around(place, timeMs, PARKED_DRIFT_M),
    speedMps: 0,
    accuracyM: noise.accuracyM(timeMs) + 2,
    satellites: noise.satellites(timeMs),
  };
}
