import { between, courseDeg, distanceM } from './geometry.ts';
import type { Place } from './geometry.ts';
import { placeOf } from './places.ts';
import type { Way } from './places.ts';
import type { Random } from '../random.ts';

/** A drive along a way in steps, as a driver would drive. The arrays have equal length, with an entry per step. */
export interface SpeedProfile {
  readonly places: readonly Place[];
  /** Seconds since the start; the same place twice in a row is a stop. */
  readonly atSec: Float64Array;
  readonly speedMps: Float32Array;
  readonly isTunnel: Uint8Array;
  readonly durationSec: number;
}

/** A point of a drive. */
export interface Step {
  readonly place: Place;
  readonly isTunnel: boolean;
  /** The fastest that this place allows. */
  readonly limitMps: number;
  readonly stopSec: number;
}

const STEP_M = 40;
const FASTER_MPS2 = 1.6;
const SLOWER_MPS2 = 2.2;
/** Metres of street per traffic light. Motorways have no lights. */
const STREET_PER_LIGHT_M = 900;
const RED_SHARE = 0.45;
const RED_SEC = [8, 55] as const;
const SLOWEST_CORNER_MPS = 5;

/** A believable drive: faster and slower gently, round corners, red lights in streets, a slightly different pace each time. */
export function createSpeedProfile(way: Way, isBackward: boolean, random: Random): SpeedProfile {
  const steps = layOutSteps(way, random);
  if (isBackward) steps.reverse();
  return profileOf(steps);
}

/** Drives through the steps as fast as the engine, the brakes and each step allow. */
export function profileOf(steps: readonly Step[]): SpeedProfile {
  const speeds = speedsOver(steps);
  const atSec: number[] = [];
  const speedMps: number[] = [];
  const kept: Step[] = [];
  let nowSec = 0;

  const keep = (step: Step, speed: number): void => {
    kept.push(step);
    atSec.push(nowSec);
    speedMps.push(speed);
  };

  steps.forEach((step, index) => {
    const speed = speeds[index] ?? 0;
    const before = steps[index - 1];
    if (before !== undefined) nowSec += travelSec(before, step, speeds[index - 1] ?? 0, speed);
    keep(step, speed);
    if (step.stopSec === 0) return;
    nowSec += step.stopSec;
    keep(step, speed);
  });

  return {
    places: kept.map((step) => step.place),
    atSec: Float64Array.from(atSec),
    speedMps: Float32Array.from(speedMps),
    isTunnel: Uint8Array.from(kept, (step) => Number(step.isTunnel)),
    durationSec: nowSec,
  };
}

const travelSec = (from: Step, to: Step, fromMps: number, toMps: number): number =>
  (2 * distanceM(from.place, to.place)) / Math.max(fromMps + toMps, 0.5);

/** Cuts the way into steps of about 40 m, each with its speed limit. */
function layOutSteps(way: Way, random: Random): Step[] {
  const paceMps = way.limitMps * random.between(0.88, 1.02);
  const corners = way.points.map(placeOf);
  const steps: Step[] = [];
  corners.forEach((corner, index) => {
    const next = corners[index + 1];
    if (next === undefined) return;
    const isTunnel = way.tunnel !== undefined && index >= way.tunnel[0] && index < way.tunnel[1];
    const count = Math.max(1, Math.round(distanceM(corner, next) / STEP_M));
    const cornerMps = Math.min(paceMps, cornerSpeedMps(corners[index - 1], corner, next, way));
    steps.push({ place: corner, isTunnel, limitMps: cornerMps, stopSec: 0 });
    for (let part = 1; part < count; part += 1) {
      const isRed = way.kind === 'street' && random.chance((STEP_M / STREET_PER_LIGHT_M) * RED_SHARE);
      // Two adjacent stops would leave no room to drive.
      const isLight = isRed && part > 1 && part < count - 1 && steps.at(-1)?.stopSec === 0;
      const stopSec = isLight ? random.between(...RED_SEC) : 0;
      steps.push({ place: between(corner, next, part / count), isTunnel, limitMps: isLight ? 0 : paceMps, stopSec });
    }
  });
  const end = corners.at(-1);
  if (end !== undefined) steps.push({ place: end, isTunnel: false, limitMps: 0, stopSec: 0 });
  const [start] = steps;
  if (start !== undefined) steps[0] = { ...start, limitMps: 0 };
  return steps;
}

/**
 * The sharper the turn, the lower the speed. Motorways and water have wide turns, which the few way points make look
 * sharp.
 */
function cornerSpeedMps(before: Place | undefined, corner: Place, next: Place, way: Way): number {
  if (before === undefined) return 0;
  if (way.kind !== 'street') return way.limitMps;
  return turnSpeedMps(way.limitMps, before, corner, next);
}

/** The speed at which a street's corner is driven. */
export function turnSpeedMps(limitMps: number, before: Place, corner: Place, next: Place): number {
  const turn = Math.abs(courseDeg(before, corner) - courseDeg(corner, next));
  const turnDeg = Math.min(turn, 360 - turn);
  return Math.min(limitMps, Math.max(SLOWEST_CORNER_MPS, limitMps * (1 - turnDeg / 100)));
}

/**
 * Limits speed changes: the engine limits acceleration in the forward pass, the brakes limit deceleration in the
 * backward pass.
 */
function speedsOver(steps: readonly Step[]): Float32Array {
  const speeds = Float32Array.from(steps, (step) => step.limitMps);
  const limit = (index: number, fromIndex: number, changeMps2: number): void => {
    const place = steps[index]?.place;
    const fromPlace = steps[fromIndex]?.place;
    if (place === undefined || fromPlace === undefined) return;
    const reachable = Math.sqrt((speeds[fromIndex] ?? 0) ** 2 + 2 * changeMps2 * distanceM(place, fromPlace));
    speeds[index] = Math.min(speeds[index] ?? 0, reachable);
  };
  for (let index = 1; index < steps.length; index += 1) limit(index, index - 1, FASTER_MPS2);
  for (let index = steps.length - 2; index >= 0; index -= 1) limit(index, index + 1, SLOWER_MPS2);
  return speeds;
}

export interface Motion {
  readonly place: Place;
  readonly speedMps: number;
  readonly courseDeg: number;
  readonly isTunnel: boolean;
}

/** Returns the motion `elapsedSec` after the start. After the end, the drive stays at its end. */
export function motionAt(profile: SpeedProfile, elapsedSec: number): Motion {
  const { places, atSec, speedMps, isTunnel } = profile;
  const index = Math.min(lastIndexUntil(atSec, elapsedSec), places.length - 2);
  const from = places[index];
  const to = places[index + 1];
  if (from === undefined || to === undefined) throw new Error('A drive needs at least two places');
  const startSec = atSec[index] ?? 0;
  const spanSec = Math.max((atSec[index + 1] ?? 0) - startSec, 1e-6);
  const share = Math.min(1, Math.max(0, (elapsedSec - startSec) / spanSec));
  const fromMps = speedMps[index] ?? 0;
  const toMps = speedMps[index + 1] ?? 0;
  const meanMps = (fromMps + toMps) / 2;
  const wayShare = meanMps === 0 ? share : (share * (fromMps + ((toMps - fromMps) * share) / 2)) / meanMps;
  return {
    place: between(from, to, wayShare),
    speedMps: from === to ? 0 : fromMps + (toMps - fromMps) * share,
    courseDeg: courseDeg(from, to),
    isTunnel: isTunnel[index] === 1,
  };
}

function lastIndexUntil(atSec: Float64Array, untilSec: number): number {
  let low = 0;
  let high = atSec.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((atSec[middle] ?? 0) <= untilSec) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
