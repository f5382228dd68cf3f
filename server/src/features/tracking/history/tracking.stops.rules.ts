import { SECOND_MS } from '@trace/contract/kernel/time';
import { historyRules } from '@trace/contract/tracking/tracking.history.rules';
import { metresBetween, type Place } from './tracking.distance.rules.ts';

interface TimedPlace extends Place {
  readonly at: number;
}

/** `first` and `last` are indices of the points that were given; the place is the middle of those between. */
export interface Stay extends Place {
  readonly first: number;
  readonly last: number;
}

/** Points closer than this in time begin the same stays: who reports every second is not looked at sixty times a minute. */
const STRIDE_MS = 15 * SECOND_MS;
/** Between two stays of one place the device did not leave when it went no further than this many radii. */
const DRIFT_RADII = 2;

/**
 * Where a device stayed: within a radius of the middle of its places there, for some minutes at least. Drift that strays
 * and is soon back ends no stay, nor does a time without positions when the device is found where it was. Points ascend.
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
