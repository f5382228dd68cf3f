import type { Track } from '../tracking-track.ts';

/** The highest speed in each of so many equal parts of the time between the first point and the last. */
export function speedBars({ at, speedMps }: Pick<Track, 'at' | 'speedMps'>, count: number): number[] {
  const bars = Array.from({ length: count }, () => 0);
  const first = at[0] ?? 0;
  const lastsMs = Math.max((at.at(-1) ?? 0) - first, 1);
  for (const [index, moment] of at.entries()) {
    const bar = Math.min(Math.floor(((moment - first) / lastsMs) * count), count - 1);
    bars[bar] = Math.max(bars[bar]!, speedMps[index]!);
  }
  return bars;
}
