import { useNow } from '#lib/now.ts';
import type { TimedPoint } from '#ui/map/map.types.ts';
import { pathTexts } from '@trace/contract/tracking/tracking.path.texts';
import { TrackingPathLegend } from './tracking-path-legend.tsx';
import { TrackingPathList } from './tracking-path-list.tsx';
import { momentOf, pathWords } from './tracking-path-words.ts';
import type { ShownPath } from './tracking-path.ts';

interface PathInWordsProps {
  path: ShownPath;
  onChoose: (point: TimedPoint | null) => void;
}

/** The legend of the 24-hour path below the map, with a slider along the way, and the path as a list. */
export function PathInWords({ path, onChoose }: PathInWordsProps) {
  const nowMs = useNow('halfMinute');
  return (
    <>
      <TrackingPathLegend
        segments={path.segments}
        kinds={new Set(path.markers.map(({ kind }) => kind))}
        blue={pathTexts.live}
        momentOf={(at) => momentOf(at, nowMs)}
        slider={{ wordsOf: (point) => pathWords(point, nowMs), onChoose }}
      />
      <TrackingPathList path={path} />
    </>
  );
}
