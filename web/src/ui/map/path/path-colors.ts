import type { MapTheme } from '../map.types.ts';

/**
 * The colours of the way from old to new. The contrast with the map grows from old to new, so the order also shows
 * without telling hues apart. The oldest colour keeps a contrast of 3 : 1 with the land.
 */
export const pathRamp: Record<MapTheme, readonly [old: string, middle: string, newest: string]> = {
  light: ['#b0730a', '#a8326b', '#3a1d6e'],
  dark: ['#a3701c', '#df7cae', '#e2d8ff'],
};

/** Returns the colour at a share of the way, from 0 to 1. */
export function pathColorAt(progress: number, theme: MapTheme): string {
  const [old, middle, newest] = pathRamp[theme];
  return progress < 0.5 ? mix(old, middle, progress * 2) : mix(middle, newest, progress * 2 - 1);
}

function mix(one: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((from) => {
    const [a, b] = [one, other].map((color) => Number.parseInt(color.slice(from, from + 2), 16));
    return Math.round(a! + (b! - a!) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
