import { SECOND_MS } from '../kernel/time.ts';

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
