import { MINUTE_MS } from '../kernel/time.ts';

/** PATH-01: numbers of the 24-hour path. */
export const pathRules = {
  windowMs: 24 * 60 * MINUTE_MS,
  markers: 10,
  gapMs: 30 * MINUTE_MS,
  mostPoints: 100_000,
} as const;

/** PATH-01: which points get a marker: first, last, and the others evenly in time. Times ascend, in ms. */
export function pathMarkers(times: readonly number[], wanted: number = pathRules.markers): number[] {
  if (times.length <= wanted) return times.map((_, index) => index);
  const first = times[0]!;
  const stepMs = (times.at(-1)! - first) / (wanted - 1);
  const chosen = new Set<number>([0, times.length - 1]);
  for (let mark = 1, index = 0; mark < wanted - 1; mark += 1) {
    const target = first + mark * stepMs;
    while (index < times.length - 1 && times[index]! < target) index += 1;
    chosen.add(index);
  }
  return [...chosen].sort((a, b) => a - b);
}
