import { createRandom } from '../random.ts';
import { createNoise, rounded } from '../routes/noise.ts';
import type { Fix, RecordedFix } from '../routes/route.ts';
import {
  coarsePositions,
  frozenPosition,
  lastingJump,
  noRecording,
  stalePositions,
  wideDrift,
  wildPositions,
  writtenTwice,
  wrongClock,
  type Fault,
} from './track-faults.ts';
import { standing, thereAndBack, type TrueDrive } from './true-drives.ts';

/** The values that a receiver reports besides the position. */
type Value = 'speedMps' | 'courseDeg' | 'altitudeM' | 'accuracyM' | 'satellites';

interface TrackPlan {
  readonly drive: TrueDrive;
  readonly everySec: number;
  /** Fixes are so many metres off while moving. */
  readonly noiseM: number;
  readonly reports: readonly Value[];
  readonly accuracyM?: readonly [best: number, worst: number];
  /** Faults name instants in seconds since the start; `stand(n)` is the start and end of the nth stand. */
  faults(stand: (nth: number) => readonly [fromSec: number, toSec: number]): Fault[];
}

export interface FaultyTrack {
  readonly name: string;
  readonly faults: readonly Fault[];
  /** When the vehicle really stood, in milliseconds since 1970. */
  readonly stops: readonly (readonly [fromMs: number, toMs: number])[];
  /** The distance that the vehicle really drove. */
  readonly distanceM: number;
  readonly fixes: readonly RecordedFix[];
}

export const TRACK_STARTS_AT = Date.UTC(2026, 2, 10, 1);

/**
 * Generated drives with the faults of real recordings. The faults come from phones, trackers and loggers in a dozen
 * public recordings, rebuilt on ways of our own.
 */
const plans = {
  /** A logger with all values: stops with drift, a stop without a recording, tunnels. */
  'car-all-values': {
    drive: thereAndBack('southWestTunnel', 322, 890, 315),
    everySec: 2,
    noiseM: 2.5,
    reports: ['speedMps', 'courseDeg', 'altitudeM', 'accuracyM', 'satellites'],
    accuracyM: [2, 15],
    faults: (stand) => [noRecording(stand(1)[0] + 60, stand(1)[0] + 858)],
  },
  /** A phone that records only while moving, with a gap while the car is parked. */
  'car-recorded-while-moving': {
    drive: thereAndBack('easternSuburbs', 2_709, 517),
    everySec: 1.7,
    noiseM: 4,
    reports: ['speedMps', 'accuracyM'],
    faults: (stand) => [noRecording(...stand(0)), noRecording(...stand(1))],
  },
  /** A phone in hills: the accuracy varies, and positions step further than a car can drive. */
  'car-in-hills': {
    drive: thereAndBack('westernMotorway', 828),
    everySec: 2,
    noiseM: 4,
    reports: ['speedMps', 'altitudeM', 'accuracyM'],
    accuracyM: [3, 30],
    faults: (stand) => [
      coarsePositions(200, 300, 60),
      coarsePositions(500, 560, 148),
      noRecording(stand(0)[0] + 10, stand(0)[1]),
    ],
  },
  /** A phone in a car with two wild jumps of kilometres and two of hundreds of metres that claim to be exact. */
  'car-with-wild-jumps': {
    drive: thereAndBack('parramattaRoad', 420),
    everySec: 11,
    noiseM: 4,
    reports: ['accuracyM'],
    faults: () => [
      wildPositions(600, 611, 7_000, 351),
      wildPositions(640, 651, -8_600, 30),
      wildPositions(900, 911, 1_506, 3),
      wildPositions(1_100, 1_111, -1_690, 3),
    ],
  },
  /** Only position and time, a jump that stays, and an identical position while the car is stopped. */
  'car-jump-that-stays': {
    drive: thereAndBack('parramattaRoad', 60, 110),
    everySec: 1,
    noiseM: 2,
    reports: [],
    faults: (stand) => [frozenPosition(...stand(0)), frozenPosition(...stand(1)), lastingJump(1_000, 470)],
  },
  /** A tracker of a bus: every 22 s, no speed, the last position repeated at its stops. */
  'bus-repeating-positions': {
    drive: thereAndBack('northernBeaches', 66, 88),
    everySec: 22,
    noiseM: 5,
    reports: ['courseDeg'],
    faults: (stand) => [frozenPosition(...stand(0)), frozenPosition(...stand(1)), noRecording(1_500, 1_540)],
  },
  /** A motorway with fixes that were written twice. */
  'motorway-written-twice': {
    drive: thereAndBack('princesHighway'),
    everySec: 2,
    noiseM: 3,
    reports: ['speedMps'],
    faults: () => [writtenTwice(400, 472), noRecording(1_000, 1_090)],
  },
  /** A phone in a train: tunnels, then positions of a place that the train has left. */
  'train-through-tunnels': {
    drive: thereAndBack('newcastleMotorway'),
    everySec: 11,
    noiseM: 10,
    reports: ['accuracyM'],
    faults: () => [
      noRecording(500, 1_142),
      noRecording(1_600, 2_165),
      stalePositions(2_165, 2_198, 1_600),
      coarsePositions(3_000, 3_100, 725),
    ],
  },
  /** A receiver that does not move for twenty minutes. */
  'standing-with-drift': {
    drive: standing(1_200),
    everySec: 1,
    noiseM: 0,
    reports: ['speedMps', 'courseDeg', 'altitudeM', 'satellites'],
    faults: () => [wideDrift(0, 1_201, 22)],
  },
  /** A ferry: a log without a date, resolved to 0.001 minutes. */
  'ferry-without-date': {
    drive: thereAndBack('manlyFerry'),
    everySec: 2,
    noiseM: 2,
    reports: ['speedMps', 'courseDeg'],
    faults: () => [],
  },
  /** A receiver whose clock is 40 s slow for a minute. */
  'car-with-wrong-clock': {
    drive: thereAndBack('harbourTunnel'),
    everySec: 5,
    noiseM: 4,
    reports: ['speedMps', 'accuracyM'],
    faults: () => [wrongClock(300, 360, -40)],
  },
} satisfies Record<string, TrackPlan>;

export type FaultyTrackName = keyof typeof plans;

export const faultyTrackNames = Object.keys(plans) as FaultyTrackName[];

/** Builds a track; the same on every machine. */
export function faultyTrack(name: FaultyTrackName): FaultyTrack {
  const plan: TrackPlan = plans[name];
  const { stops, distanceM } = plan.drive;
  const faults = plan.faults((nth) => stops[nth]!);
  return {
    name,
    faults,
    stops: stops.map(([fromSec, toSec]) => [atMsOf(fromSec), atMsOf(toSec)] as const),
    distanceM,
    fixes: faults.reduce((fixes, fault) => fault.apply(fixes), measured(plan)),
  };
}

const atMsOf = (sec: number): number => TRACK_STARTS_AT + Math.round(sec * 1_000);

/** Returns the recording of a sound receiver: with noise, and without fixes in tunnels. */
function measured({ drive, everySec, noiseM, reports, accuracyM = [4, 12] }: TrackPlan): RecordedFix[] {
  const noise = createNoise(createRandom(7));
  const [best, worst] = accuracyM;
  const fixes: RecordedFix[] = [];
  for (let nth = 0; nth * everySec <= drive.durationSec; nth += 1) {
    const motion = drive.at(nth * everySec);
    if (motion.isTunnel) continue;
    const atMs = atMsOf(nth * everySec);
    const goodness = (noise.accuracyM(atMs) - 3) / 6;
    const all: Required<Fix> = {
      ...noise.around(motion.place, atMs, noiseM),
      speedMps: rounded(motion.speedMps, 100),
      courseDeg: rounded(motion.courseDeg, 10),
      altitudeM: rounded(700 * (1 - Math.cos(nth / 400)) - 13, 10),
      accuracyM: rounded(best + (worst - best) * goodness, 10),
      satellites: noise.satellites(atMs),
    };
    fixes.push({ atMs, fix: only(all, reports) });
  }
  return fixes;
}

const only = (fix: Required<Fix>, reports: readonly Value[]): Fix => ({
  lat: rounded(fix.lat, 1e7),
  lng: rounded(fix.lng, 1e7),
  ...Object.fromEntries(reports.map((value) => [value, fix[value]])),
});
