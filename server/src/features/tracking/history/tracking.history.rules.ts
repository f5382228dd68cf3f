import { SECOND_MS } from '@trace/contract/kernel/time';
import { historyRules } from '@trace/contract/tracking/tracking.history.rules';
import type { HistoryPart } from '@trace/contract/tracking/tracking.history.schema';
import { metresBetween } from '@trace/contract/kernel/distance';
import { findOutliers, type DayPoint } from './tracking.plausibility.rules.ts';
import { findStays, type Stay } from './tracking.stops.rules.ts';

/**
 * The content of a day's positions: the speed at each, the doubtful positions, and the parts of the day in order of
 * time.
 */
export interface DayStory {
  speedMps: number[];
  doubtful: number[];
  parts: HistoryPart[];
  distanceM: number;
}

/** Points ascend in time. */
export function segmentDay(points: readonly DayPoint[]): DayStory {
  const doubtful = findOutliers(points);
  const isDoubted = new Set(doubtful);
  const believed = points.flatMap((_, index) => (isDoubted.has(index) ? [] : [index]));
  const stays = findStays(believed.map((index) => points[index]!));
  const speedMps = speedsOf(points, believed, stays);
  const parts = partsOf(points, believed, stays, speedMps);
  const distanceM = parts.reduce((sum, part) => sum + (part.kind === 'trip' ? part.distanceM : 0), 0);
  return { speedMps, doubtful, parts, distanceM };
}

/**
 * Returns measured speeds. Computes a missing speed from the position some time before. During a stay a missing speed
 * is zero, whatever the drift.
 */
function speedsOf(points: readonly DayPoint[], believed: readonly number[], stays: readonly Stay[]): number[] {
  const speeds = points.map(({ speedMps }) => Math.max(speedMps ?? 0, 0));
  const isStaying = new Set(stays.flatMap(({ first, last }) => believed.slice(first, last + 1)));
  let before = 0;
  for (const [place, index] of believed.entries()) {
    const point = points[index]!;
    while (before + 1 < place && point.at - points[believed[before + 1]!]!.at >= historyRules.speedOverMs) before += 1;
    if (point.speedMps !== null || place === 0 || isStaying.has(index)) continue;
    speeds[index] = speedBetween(points[believed[before]!]!, point);
  }
  return speeds;
}

function speedBetween(from: DayPoint, to: DayPoint): number {
  const waitMs = to.at - from.at;
  return waitMs === 0 || waitMs > historyRules.gapMs ? 0 : metresBetween(from, to) / (waitMs / SECOND_MS);
}

function partsOf(
  points: readonly DayPoint[],
  believed: readonly number[],
  stays: readonly Stay[],
  speeds: readonly number[],
): HistoryPart[] {
  const parts: HistoryPart[] = [];
  const stretch = (first: number, last: number) => ({
    first: believed[first]!,
    last: believed[last]!,
    fromAt: points[believed[first]!]!.at,
    toAt: points[believed[last]!]!.at,
  });
  const move = (first: number, last: number): void => {
    for (const [from, to] of splitAtGaps(points, believed.slice(first, last + 1))) {
      if (from > 0) parts.push({ kind: 'gap', ...stretch(first + from - 1, first + from) });
      const trip = tripOf(points, believed.slice(first + from, first + to + 1), speeds);
      if (trip !== null) parts.push({ kind: 'trip', ...stretch(first + from, first + to), ...trip });
    }
  };
  let from = 0;
  for (const { first, last, lat, lng } of stays) {
    if (first > from) move(from, first);
    parts.push({ kind: 'stop', ...stretch(first, last), lat, lng });
    from = last;
  }
  if (believed.length - 1 > from) move(from, believed.length - 1);
  return parts;
}

/** Runs without a gap, as places of their first and last. */
function splitAtGaps(points: readonly DayPoint[], indices: readonly number[]): [number, number][] {
  const runs: [number, number][] = [[0, 0]];
  for (let place = 1; place < indices.length; place += 1) {
    const waitMs = points[indices[place]!]!.at - points[indices[place - 1]!]!.at;
    if (waitMs > historyRules.gapMs) runs.push([place, place]);
    else runs.at(-1)![1] = place;
  }
  return runs;
}

/**
 * Returns null for a run without distance. Two consecutive positions must confirm the top speed, because a single speed
 * may be a fault.
 */
function tripOf(
  points: readonly DayPoint[],
  indices: readonly number[],
  speeds: readonly number[],
): { distanceM: number; topSpeedMps: number } | null {
  let distanceM = 0;
  let topSpeedMps = 0;
  for (let place = 1; place < indices.length; place += 1) {
    const [before, index] = [indices[place - 1]!, indices[place]!];
    distanceM += metresBetween(points[before]!, points[index]!);
    topSpeedMps = Math.max(topSpeedMps, Math.min(speeds[before]!, speeds[index]!));
  }
  if (distanceM < historyRules.stopRadiusM) return null;
  const seconds = (points[indices.at(-1)!]!.at - points[indices[0]!]!.at) / SECOND_MS;
  return { distanceM, topSpeedMps: Math.max(topSpeedMps, seconds > 0 ? distanceM / seconds : 0) };
}
