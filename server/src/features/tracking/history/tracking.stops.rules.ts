import { SECOND_MS } from '@trace/contract/kernel/time';
import { historyRules } from '@trace/contract/tracking/tracking.history.rules';
import { metresBetween, type Place } from '@trace/contract/kernel/distance';

interface TimedPlace extends Place {
  readonly at: number;
}

/** `first` and `last` are indices of the given points. The place is the mean of the points in between. */
export interface Stay extends Place {
  readonly first: number;
  readonly last: number;
}

/**
 * Points closer together in time begin the same stays. A device that reports every second is therefore not evaluated
 * sixty times a minute.
 */
const STRIDE_MS = 15 * SECOND_MS;
/** Joins two stays at the same place if the device went no further than this many radii in between. */
const DRIFT_RADII = 2;

/**
 * Finds where a device stayed: within a radius of the mean of its places there, for at least some minutes. Brief drift
 * ends no stay. A time without positions ends no stay if the device is still there afterwards. Points ascend.
 */
export function findStays(points: readonly TimedPlace[]): Stay[] {
  const stays: Stay[] = [];
  for (let start = 0; start < points.length;) {
    const stay = stayFrom(points, start);
    if (points[stay.last]!.at - points[start]!.at >= historyRules.stopLeastMs) {
      addOrJoin(stays, stay, points);
      start = stay.last + 1;
    } else {
      start = nextStart(points, start);
    }
  }
  return stays;
}

function stayFrom(points: readonly TimedPlace[], first: number): Stay {
  let { lat, lng } = points[first]!;
  let last = first;
  let count = 1;
  for (let next = first + 1; next < points.length; next += 1) {
    const point = points[next]!;
    if (metresBetween({ lat, lng }, point) <= historyRules.stopRadiusM) {
      count += 1;
      lat += (point.lat - lat) / count;
      lng += (point.lng - lng) / count;
      last = next;
    } else if (point.at - points[last]!.at > historyRules.strayMs) {
      break;
    }
  }
  return { first, last, lat, lng };
}

function nextStart(points: readonly TimedPlace[], start: number): number {
  const until = points[start]!.at + STRIDE_MS;
  let next = start + 1;
  while (next + 1 < points.length && points[next + 1]!.at <= until) next += 1;
  return next;
}

function addOrJoin(stays: Stay[], stay: Stay, points: readonly TimedPlace[]): void {
  const before = stays.at(-1);
  if (before === undefined || !isSameStay(before, stay, points)) {
    stays.push(stay);
    return;
  }
  const { first, lat, lng } = before;
  stays[stays.length - 1] = { first, last: stay.last, lat, lng };
}

function isSameStay(before: Stay, stay: Stay, points: readonly TimedPlace[]): boolean {
  if (metresBetween(before, stay) > historyRules.stopRadiusM) return false;
  const between = points.slice(before.last + 1, stay.first);
  return between.every((point) => metresBetween(before, point) <= DRIFT_RADII * historyRules.stopRadiusM);
}
