import { distanceM } from '../routes/geometry.ts';
import type { RecordedFix } from '../routes/route.ts';

/** Detects the faults of a recording from its fixes alone. */
export function factsOf(fixes: readonly RecordedFix[]) {
  const steps = fixes.slice(1).map((fix, index) => stepOf(fixes[index]!, fix));
  const accuracies = fixes.flatMap(({ fix }) => fix.accuracyM ?? []);
  return {
    fixes: fixes.length,
    /** Seconds without a fix, where more than a minute. */
    gapsSec: steps.filter(({ sec }) => sec > 60).map(({ sec }) => Math.round(sec)),
    /** Metres of steps faster than 100 m/s. */
    jumpsM: steps.filter(({ sec, metres }) => sec > 0 && metres / sec > 100).map(({ metres }) => Math.round(metres)),
    /** Fixes with the same position as the previous fix, but a later time. */
    repeats: steps.filter(({ sec, metres }) => sec > 0 && metres === 0).length,
    /** Fixes with the same time as the previous fix. */
    doubles: steps.filter(({ sec }) => sec === 0).length,
    /** Seconds by which the clock steps back. */
    backwardSec: steps.filter(({ sec }) => sec < 0).map(({ sec }) => Math.round(-sec)),
    accuracyM: accuracies.length === 0 ? null : [Math.min(...accuracies), Math.max(...accuracies)],
    reports: [...new Set(fixes.flatMap(({ fix }) => Object.keys(fix)))].filter((key) => key !== 'lat' && key !== 'lng'),
  };
}

const stepOf = (from: RecordedFix, to: RecordedFix): { sec: number; metres: number } => ({
  sec: (to.atMs - from.atMs) / 1_000,
  metres: distanceM(from.fix, to.fix),
});
