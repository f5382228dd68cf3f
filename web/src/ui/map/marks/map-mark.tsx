import type { PointKind } from '../map.types.ts';
import { MARK_SIZE, markShapes } from './mark-shapes.ts';

/** The mark of a kind of place, for a legend or as the content of a marker. */
export function MapMark({ kind, sizePx = MARK_SIZE }: { kind: PointKind; sizePx?: number }) {
  return (
    <svg
      width={sizePx}
      height={sizePx}
      viewBox={`0 0 ${MARK_SIZE} ${MARK_SIZE}`}
      data-mark={kind}
      aria-hidden="true"
      display="block"
    >
      {markShapes[kind].map(({ d, fill }) => (
        <path key={d} d={d} fill={fill} fillRule="evenodd" />
      ))}
    </svg>
  );
}
