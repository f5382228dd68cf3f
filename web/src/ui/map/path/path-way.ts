import { degreesEast, METRES_PER_DEGREE } from '@trace/contract/kernel/distance';
import type { PathSegment, TimedPoint } from '../map.types.ts';

/** A shorter move can be drift of a device that stands. */
const STEP_M = 25;

/** A stretch that counts as movement: from one point to the first point further than `STEP_M`. */
export interface WayStep {
  from: number;
  to: number;
}

/** All points of a path in columns: the same index in each column is one point. */
export interface PathWay {
  points: readonly TimedPoint[];
  /** Metres east and north of the first point. */
  eastM: Float64Array;
  northM: Float64Array;
  /** 1 where a solid line leads from the previous point to this point. */
  isJoined: Uint8Array;
  /** The metres travelled up to each point. Gaps and drift add nothing. */
  wayM: Float64Array;
  /** The share of the way up to each point, from 0 at the start to 1 at the end. */
  progress: Float64Array;
  steps: readonly WayStep[];
  totalM: number;
}

/** Measures the way along a path. A path that never moves progresses from point to point. */
export function measureWay(segments: readonly PathSegment[]): PathWay {
  const points = segments.flatMap((segment) => segment.points);
  const isJoined = new Uint8Array(points.length);
  let index = 0;
  for (const segment of segments) {
    if (!segment.isGap) isJoined.fill(1, index + 1, index + segment.points.length);
    index += segment.points.length;
  }
  const { eastM, northM } = flatten(points);
  const { wayM, steps } = stepsOf(isJoined, eastM, northM);
  const totalM = wayM.at(-1) ?? 0;
  const last = Math.max(points.length - 1, 1);
  const progress = wayM.map((metres, nth) => (totalM > 0 ? metres / totalM : nth / last));
  return { points, eastM, northM, isJoined, wayM, progress, steps, totalM };
}

/** Returns the last point that was reached at a share of the way. */
export function pointAtProgress({ points, progress }: PathWay, share: number): TimedPoint | null {
  let low = 0;
  let high = points.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (progress[middle]! <= share) low = middle;
    else high = middle - 1;
  }
  return points[low] ?? null;
}

function flatten(points: readonly TimedPoint[]): Pick<PathWay, 'eastM' | 'northM'> {
  const eastM = new Float64Array(points.length);
  const northM = new Float64Array(points.length);
  const { lat: originLat = 0, lng: originLng = 0 } = points[0] ?? {};
  const eastPerDegree = METRES_PER_DEGREE * Math.cos((originLat * Math.PI) / 180);
  for (let index = 0; index < points.length; index += 1) {
    const { lat, lng } = points[index]!;
    eastM[index] = degreesEast(originLng, lng) * eastPerDegree;
    northM[index] = (lat - originLat) * METRES_PER_DEGREE;
  }
  return { eastM, northM };
}

function stepsOf(isJoined: Uint8Array, eastM: Float64Array, northM: Float64Array): Pick<PathWay, 'wayM' | 'steps'> {
  const wayM = new Float64Array(isJoined.length);
  const steps: WayStep[] = [];
  let from = 0;
  for (let index = 1; index < isJoined.length; index += 1) {
    wayM[index] = wayM[index - 1]!;
    if (isJoined[index] === 0) {
      from = index;
      continue;
    }
    const movedM = Math.hypot(eastM[index]! - eastM[from]!, northM[index]! - northM[from]!);
    if (movedM < STEP_M) continue;
    wayM[index]! += movedM;
    steps.push({ from, to: index });
    from = index;
  }
  return { wayM, steps };
}
