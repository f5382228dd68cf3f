import { SECOND_MS } from '@trace/contract/kernel/time';
import { historyRules } from '@trace/contract/tracking/tracking.history.rules';
import { metresBetween, type Place } from '@trace/contract/kernel/distance';

/** A position of a day; instants in ms. */
export interface DayPoint extends Place {
  readonly at: number;
  /** Measured by the device. */
  readonly speedMps: number | null;
  readonly accuracyM: number | null;
  readonly isPing: boolean;
}

/** The everyday error of receivers. Two positions of the same moment within this distance are no jump. */
const SLACK_M = 100;
/** This many consecutive agreeing points are accepted at any distance. */
const AGREE_TO_BE_RIGHT = 5;

/**
 * Returns the indices of implausible points: too coarse, or too far from the last good point for the elapsed time.
 * After a jump the following points decide: enough agreeing points confirm the new place, and a return marks the jump
 * as a fault.
 */
export function findOutliers(points: readonly DayPoint[]): number[] {
  const doubtful: number[] = [];
  let good: DayPoint | undefined;
  /** The points after a jump, each within reach of the previous point. */
  let afterJump: number[] = [];
  for (const [index, point] of points.entries()) {
    if (isCoarse(point)) {
      doubtful.push(index);
      continue;
    }
    const last = afterJump.at(-1);
    const isNearJump = last !== undefined && isInReach(points[last]!, point);
    const isWithGood = good === undefined || isInReach(good, point);
    if (!isNearJump) {
      doubtful.push(...afterJump);
      afterJump = [];
    }
    const isRight = isWithGood || afterJump.length + 1 >= AGREE_TO_BE_RIGHT;
    if (isRight) good = point;
    afterJump = isRight ? [] : [...afterJump, index];
  }
  return [...doubtful, ...afterJump].sort((one, other) => one - other);
}

const isCoarse = ({ accuracyM }: DayPoint): boolean => accuracyM !== null && accuracyM > historyRules.coarseM;

function isInReach(from: DayPoint, to: DayPoint): boolean {
  const reachM = ((to.at - from.at) / SECOND_MS) * historyRules.fastestMps + SLACK_M;
  return metresBetween(from, to) <= reachM;
}
