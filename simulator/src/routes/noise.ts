import type { Random } from '../random.ts';
import { shifted } from './geometry.ts';
import type { Place } from './geometry.ts';

/** The error of a receiver at a time. */
export interface Noise {
  around(place: Place, timeMs: number, sizeM: number): Place;
  accuracyM(timeMs: number): number;
  satellites(timeMs: number): number;
}

/**
 * A receiver's error wanders slowly, as satellites move and streets reflect their signals. The noise therefore consists
 * of slow waves, not random draws.
 */
export function createNoise(random: Random): Noise {
  const phase = random.between(0, 2 * Math.PI);
  const wave = (timeMs: number, periodSec: number, shift: number): number =>
    Math.sin((timeMs / 1_000 / periodSec) * 2 * Math.PI + phase * shift);
  return {
    around: (place, timeMs, sizeM) =>
      shifted(
        place,
        ((wave(timeMs, 97, 1) + wave(timeMs, 331, 2)) / 2) * sizeM,
        ((wave(timeMs, 113, 3) + wave(timeMs, 271, 5)) / 2) * sizeM,
      ),
    accuracyM: (timeMs) => rounded(6 + 3 * wave(timeMs, 181, 7), 10),
    satellites: (timeMs) => Math.round(10 + 2 * wave(timeMs, 223, 11)),
  };
}

export const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts;
