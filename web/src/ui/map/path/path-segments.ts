import type { PathSegment, TimedPoint } from '../map.types.ts';

/**
 * Cuts an ascending path where two neighbours are more than `gapMs` apart.
 * The stretch between the neighbours becomes a segment of two points, so that the drawn line never breaks.
 */
export function splitAtGaps(path: readonly TimedPoint[], gapMs: number): PathSegment[] {
  const segments: PathSegment[] = [];
  let run: TimedPoint[] = [];
  const closeRun = () => {
    if (run.length > 1) segments.push({ points: run, isGap: false });
    run = [];
  };
  for (const point of path) {
    const last = run.at(-1);
    if (last && point.at - last.at > gapMs) {
      closeRun();
      segments.push({ points: [last, point], isGap: true });
    }
    run.push(point);
  }
  closeRun();
  return segments;
}
