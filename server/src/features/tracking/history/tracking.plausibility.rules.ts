import { SECOND_MS } from '@trace/contract/kernel/time';
import { historyRules } from '@trace/contract/tracking/tracking.history.rules';
import { metresBetween, type Place } from './tracking.distance.rules.ts';

/** A position of a day; instants in ms. */
export interface DayPoint extends Place {
  readonly at: number;
  /** As the device measured it. */
  readonly speedMps: number | null;
  readonly accuracyM: number | null;
  readonly isPing: boolean;
}

/** Receivers are this wrong every day; two positions of one moment are no leap. */
const SLACK_M = 100;
/** So many in a row that agree with each other are right, however far the way there was. */
const AGREE_TO_BE_RIGHT = 5;

/**
 * The points that cannot be right, by their index: too coarse, or so far from the last good one that nothing goes there
 * in the time. After a leap the points behind it decide: when enough of them agree the device is there, and when they are
 * back before the leap was a fault.
 */
export function findOutliers(points: readonly DayPoint[]): number[] {
  const doubtful: number[] = [];
  let good: DayPoint | undefined;
  /** What came after a leap, each in reach of the one before. */
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
