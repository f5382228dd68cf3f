import type { PathWay, WayStep } from './path-way.ts';

/** Two passes this close together would be drawn on one another. */
const NEAR_M = 40;
const SAMPLE_M = 25;
/** Bounds the work for a long path. Its samples, and what counts as near, become coarser. */
const MOST_SAMPLES = 8_000;
/** Bounds the work where a device circles all day. Newer samples are looked at first. */
const MOST_LOOKED_AT = 10;
/** A shorter change of lane would be a jitter of the line. */
const SHORTEST_RUN_M = 150;
/** The cosine of 60 degrees. */
const SAME_DIRECTION = 0.5;
/** Five steps that lead less far than this share of their length wander, as drift of a receiver does. */
const LEAST_STRAIGHT = 0.5;
const STRAIGHT_OVER = 2;
/** Five steps longer than this are a way, also where a vehicle turns round. */
const WIDEST_DRIFT_M = 700;

interface Samples {
  count: number;
  nearM: number;
  eastM: Float64Array;
  northM: Float64Array;
  /** The direction of travel, as a unit vector. */
  toEast: Float64Array;
  toNorth: Float64Array;
  wayM: Float64Array;
  step: Int32Array;
}

/**
 * Returns the lane of the line up to each point, in widths of a lane to the right of the direction of travel (PATH-04).
 * A way without another pass keeps lane 0. Opposite passes keep to their right by half a lane. All older
 * laps in a direction share the lane beside the newest, because more lanes would hide the streets.
 */
export function lanesOf(way: PathWay): Float32Array {
  const samples = takeSamples(way);
  const ofStep = smooth(way, lanesOfSteps(samples, way.steps.length));
  const lanes = new Float32Array(way.points.length);
  for (const [nth, { from, to }] of way.steps.entries()) lanes.fill(ofStep[nth]!, from + 1, to + 1);
  return lanes;
}

function takeSamples(way: PathWay): Samples {
  const { steps, wayM, eastM, northM, totalM } = way;
  const everyM = Math.max(SAMPLE_M, totalM / MOST_SAMPLES);
  const countIn = ({ from, to }: WayStep, nth: number) =>
    wanders(way, nth) ? 0 : Math.max(1, Math.round((wayM[to]! - wayM[from]!) / everyM));
  const counts = steps.map(countIn);
  const count = counts.reduce((sum, one) => sum + one, 0);
  const column = () => new Float64Array(count);
  const samples: Samples = {
    count,
    nearM: (NEAR_M * everyM) / SAMPLE_M,
    eastM: column(),
    northM: column(),
    toEast: column(),
    toNorth: column(),
    wayM: column(),
    step: new Int32Array(count),
  };
  let at = 0;
  for (const [nth, step] of steps.entries()) {
    const { from, to } = step;
    const [east, north] = [eastM[to]! - eastM[from]!, northM[to]! - northM[from]!];
    const lengthM = Math.hypot(east, north);
    const parts = counts[nth]!;
    for (let part = 0; part < parts; part += 1, at += 1) {
      const share = (part + 0.5) / parts;
      samples.eastM[at] = eastM[from]! + east * share;
      samples.northM[at] = northM[from]! + north * share;
      samples.toEast[at] = east / lengthM;
      samples.toNorth[at] = north / lengthM;
      samples.wayM[at] = wayM[from]! + lengthM * share;
      samples.step[at] = nth;
    }
  }
  return samples;
}

/** Returns whether the way around a step leads nowhere. Such a way has no direction, so it keeps no lane. */
function wanders({ steps, eastM, northM, wayM }: PathWay, nth: number): boolean {
  const from = steps[Math.max(nth - STRAIGHT_OVER, 0)]!.from;
  const to = steps[Math.min(nth + STRAIGHT_OVER, steps.length - 1)]!.to;
  const ledM = Math.hypot(eastM[to]! - eastM[from]!, northM[to]! - northM[from]!);
  const wentM = wayM[to]! - wayM[from]!;
  return wentM < WIDEST_DRIFT_M && ledM < wentM * LEAST_STRAIGHT;
}

function lanesOfSteps(samples: Samples, steps: number): Float32Array {
  const lookAround = createCells(samples);
  const lanes = new Float32Array(steps);
  for (let sample = 0; sample < samples.count; sample += 1) {
    const step = samples.step[sample]!;
    lanes[step] = Math.max(lanes[step]!, laneOf(samples, sample, lookAround));
  }
  return lanes;
}

function laneOf(samples: Samples, sample: number, lookAround: LookAround): number {
  const { nearM, eastM, northM, toEast, toNorth, wayM } = samples;
  let hasLater = false;
  let hasOpposite = false;
  lookAround(sample, (other) => {
    const aheadM = wayM[other]! - wayM[sample]!;
    if (Math.abs(aheadM) < 2 * nearM) return false;
    const east = eastM[other]! - eastM[sample]!;
    const north = northM[other]! - northM[sample]!;
    if (east * east + north * north > nearM * nearM) return false;
    const cosine = toEast[other]! * toEast[sample]! + toNorth[other]! * toNorth[sample]!;
    if (cosine < -SAME_DIRECTION) hasOpposite = true;
    if (cosine > SAME_DIRECTION && aheadM > 0) hasLater = true;
    return hasOpposite && hasLater;
  });
  return (hasLater ? 1 : 0) + (hasOpposite ? 0.5 : 0);
}

/** Ends when `visit` has found enough. */
type LookAround = (sample: number, visit: (other: number) => boolean) => void;

/** Sorts the samples into square cells and visits the newest of a sample's cell and of the eight cells around. */
function createCells({ count, nearM, eastM, northM }: Samples): LookAround {
  const newestIn = new Map<number, number>();
  const olderThan = new Int32Array(count);
  const cellOf = (metres: number) => Math.floor(metres / nearM);
  const keyOf = (column: number, row: number) => column * 2 ** 22 + row;
  for (let sample = 0; sample < count; sample += 1) {
    const key = keyOf(cellOf(eastM[sample]!), cellOf(northM[sample]!));
    olderThan[sample] = newestIn.get(key) ?? -1;
    newestIn.set(key, sample);
  }
  return (sample, visit) => {
    const column = cellOf(eastM[sample]!);
    const row = cellOf(northM[sample]!);
    for (let cell = 0; cell < 9; cell += 1) {
      const key = keyOf(column + (cell % 3) - 1, row + Math.floor(cell / 3) - 1);
      let other = newestIn.get(key) ?? -1;
      for (let looked = 0; other >= 0 && looked < MOST_LOOKED_AT; looked += 1) {
        if (visit(other)) return;
        other = olderThan[other]!;
      }
    }
  };
}

/** A run of steps in one lane that is too short takes the lane of the run before. */
function smooth({ steps, wayM }: PathWay, lanes: Float32Array): Float32Array {
  const smoothed = Float32Array.from(lanes);
  let start = 0;
  for (let next = 1; next <= steps.length; next += 1) {
    if (next < steps.length && lanes[next] === lanes[start]) continue;
    const lengthM = wayM[steps[next - 1]!.to]! - wayM[steps[start]!.from]!;
    if (start > 0 && lengthM < SHORTEST_RUN_M) smoothed.fill(smoothed[start - 1]!, start, next);
    start = next;
  }
  return smoothed;
}
