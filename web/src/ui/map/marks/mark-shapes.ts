import { casingColor, inkColor, pathCasingColor, pointColors } from '../map-colors.ts';
import type { MapTheme, PointKind } from '../map.types.ts';

/** A filled outline on a square of `MARK_SIZE`, as SVG path data. */
export interface Shape {
  d: string;
  fill: string;
}

/** The width of a mark in pixels, and the width of its drawing. */
export const MARK_SIZE = 22;
export const ARROW_SIZE = 14;

const disc = (radius: number): string =>
  `M11 ${11 - radius}a${radius} ${radius} 0 1 0 0 ${2 * radius}a${radius} ${radius} 0 1 0 0-${2 * radius}z`;
const box = (half: number): string => `M${11 - half} ${11 - half}h${2 * half}v${2 * half}h-${2 * half}z`;
/** The letter P, for parking. */
const LETTER = 'M8.3 6.2h3.5a2.95 2.95 0 0 1 0 5.9h-1.6v3.7H8.3zM10.2 7.9v2.5h1.5a1.25 1.25 0 0 0 0-2.5z';

/** The marks of places on every map and in every legend, from below to above. The shapes differ as well as the colours. */
export const markShapes: Record<PointKind, readonly Shape[]> = {
  start: [
    { d: disc(10), fill: casingColor },
    { d: disc(8), fill: pointColors.start },
    { d: 'M9 7.2l6 3.8-6 3.8z', fill: casingColor },
  ],
  end: [
    { d: box(9.5), fill: casingColor },
    { d: box(7.5), fill: pointColors.end },
    { d: box(3), fill: casingColor },
  ],
  stop: [
    { d: disc(9.5), fill: casingColor },
    { d: disc(7.5), fill: pointColors.stop },
    { d: LETTER, fill: inkColor.light },
  ],
  point: [
    { d: disc(7), fill: casingColor },
    { d: disc(5), fill: pointColors.point },
  ],
  ping: [
    { d: disc(8.5), fill: casingColor },
    { d: disc(6.5), fill: pointColors.ping },
    { d: disc(3), fill: casingColor },
  ],
};

/** An arrow to the right on a square of `ARROW_SIZE`. */
export const arrowShapes = (theme: MapTheme): readonly Shape[] => [
  { d: 'M1.6.9L13 7 1.6 13.1 4.2 7z', fill: pathCasingColor[theme] },
  { d: 'M3.6 3.2L10.6 7l-7 3.8L5.2 7z', fill: inkColor[theme] },
];
