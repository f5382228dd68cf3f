import type { Map as LibreMap } from 'maplibre-gl';
import type { MapTheme, PointKind } from '../map.types.ts';
import { ARROW_SIZE, arrowShapes, MARK_SIZE, markShapes, type Shape } from './mark-shapes.ts';

/** Sharp on most screens. */
const PIXEL_RATIO = 3;

export const markImage = (kind: string): string => `trace-mark-${kind}`;
export const arrowImage = (theme: MapTheme): string => `trace-arrow-${theme}`;

/** Gives the map the pictures of all marks. A change of style takes the pictures away. */
export function addMarkImages(map: LibreMap): void {
  for (const kind of Object.keys(markShapes) as PointKind[])
    addImage(map, markImage(kind), markShapes[kind], MARK_SIZE);
}

export function addArrowImage(map: LibreMap, theme: MapTheme): void {
  addImage(map, arrowImage(theme), arrowShapes(theme), ARROW_SIZE);
}

function addImage(map: LibreMap, name: string, shapes: readonly Shape[], size: number): void {
  if (map.hasImage(name)) return;
  const canvas = document.createElement('canvas');
  canvas.width = size * PIXEL_RATIO;
  canvas.height = size * PIXEL_RATIO;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw on a canvas');
  context.scale(PIXEL_RATIO, PIXEL_RATIO);
  for (const { d, fill } of shapes) {
    context.fillStyle = fill;
    context.fill(new Path2D(d), 'evenodd');
  }
  map.addImage(name, context.getImageData(0, 0, canvas.width, canvas.height), { pixelRatio: PIXEL_RATIO });
}
