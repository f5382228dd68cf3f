// Choices that a seed decides, so that a run can be repeated.

/** Returns numbers from 0 to below 1. */
export type Next = () => number;

export const below = (next: Next, count: number): number => Math.floor(next() * count);

export const pick = <Item>(next: Next, items: readonly Item[]): Item => items[below(next, items.length)]!;

/** The generator mulberry32. */
export function randomOf(seed: number): Next {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
