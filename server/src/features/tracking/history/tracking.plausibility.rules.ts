import { SECOND_MS } from '@trace/contract/kernel/time';
import { historyRules } from '@trace/contract/tracking/tracking.history.rules';
import { metresBetween, type Place } from '@trace/contract/tracking/tracking.distance.rules';

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
/** So many in a row that agree with each other are right, however far the way there was. */
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
  let leapt: number[] = [];
  for (const [index, point] of points.entries()) {
    if (isCoarse(point)) {
      doubtful.push(index);
      continue;
    }
    const last = leapt.at(-1);
    const isWithLeapt = last !== undefined && isInReach(points[last]!, point);
    const isWithGood = good === undefined || isInReach(good, point);
    if (!isWithLeapt) {
      doubtful.push(...leapt);
      leapt = [];
    }
    const isRight = isWithGood || leapt.length + 1 >= AGREE_TO_BE_RIGHT;
    if (isRight) good = point;
    leapt = isRight ? [] : [...leapt, index];
  }
  return [...doubtful, ...leapt].sort((one, other) => one - other);
}

const isCoarse = ({ accuracyM }: DayPoint): boolean => accuracyM !== null && accuracyM > historyRules.coarseM;

function isInReach(from: DayPoint, to: DayPoint): boolean {
  const reachM = ((to.at - from.at) / SECOND_MS) * historyRules.fastestMps + SLACK_M;
  return metresBetween(from, to) <= reachM;
}
