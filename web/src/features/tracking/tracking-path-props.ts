import { serverNowMs } from '#lib/stream/server-clock.ts';
import type { MapViewProps, TimedPoint } from '#ui/map/map.types.ts';
import { pathWords } from './tracking-path-words.ts';
import type { ShownPath } from './tracking-path.ts';

type PathProps = Pick<MapViewProps, 'points' | 'path' | 'pathWords' | 'chosenPoint'>;

const noPath: PathProps = { points: [], path: [] };
const wordsNow = (point: TimedPoint): string => pathWords(point, serverNowMs());

/** Returns the props of a map for the 24-hour path. */
export function pathProps(path: ShownPath | null): PathProps {
  if (!path) return noPath;
  const { markers, segments, chosenPoint } = path;
  return { points: markers, path: segments, pathWords: wordsNow, chosenPoint };
}
