import { MINUTE_MS, SECOND_MS } from '../kernel/time.ts';

/** LIVE-02 LIVE-04 LIVE-08 LIVE-11: numbers of live tracking. */
export const trackingRules = {
  enableCommand: { interval: 10_000, priority: 'high', timeout: 30_000 },
  locateCommand: { priority: 'high', timeout: 30_000, freshOnly: true, reason: 'liveTracking', maxAge: 0 },
  enableWaitMs: 30 * SECOND_MS,
  intervalMs: 10 * SECOND_MS,
  /** A viewer's lease, renewed by the viewer's stream (T51). */
  viewerLeaseMs: 60 * SECOND_MS,
  /** How long a viewer whose stream broke may come back. */
  viewerGraceMs: 15 * SECOND_MS,
  panelGlideMs: 1_500,
  /** How far back the line behind the marker reaches. */
  tailMs: 60 * SECOND_MS,
  /** Slower is a receiver's noise. */
  movingMps: 1,
  panelPollMs: 3 * SECOND_MS,
  dialogPollMs: 10 * SECOND_MS,
  firstLookBackMs: 30 * SECOND_MS,
  /** How long a received position may wait to be stored. */
  settleMs: 60 * SECOND_MS,
  /**
   * The maximum number of positions that a page lists as already known in a request. These positions are not sent
   * again.
   */
  mostKnown: 200,
} as const;

/** PATH-01: numbers of the 24-hour path. */
export const pathRules = {
  windowMs: 24 * 60 * MINUTE_MS,
  markers: 10,
  gapMs: 30 * MINUTE_MS,
  mostPoints: 100_000,
} as const;

/** the distance counts in hundreds of metres. A walk of 20 m glides for 1 s, a drive of 80 m for 4 s. */
const GLIDE_UNIT_M = 100;

/** LIVE-04: returns how long the marker glides in the dialog: 1 to 4 s, distance × 5. */
export function dialogGlideMs(distanceM: number): number {
  return clamp((distanceM / GLIDE_UNIT_M) * 5 * SECOND_MS, 1_000, 4_000);
}

/** LIVE-11: the same for polled positions: 2 to 8 s, distance × 10. */
export function polledGlideMs(distanceM: number): number {
  return clamp((distanceM / GLIDE_UNIT_M) * 10 * SECOND_MS, 2_000, 8_000);
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

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
