import type { LngLat } from '../map.types.ts';
import { WORLD_PX, worldX, worldY } from '../mercator.ts';

export interface ClusterView {
  centre: LngLat;
  zoom: number;
  widthPx: number;
  heightPx: number;
}

/** The content of one place on the canvas: a single dot, or a group of dots too close to distinguish. */
export interface Cluster {
  x: number;
  y: number;
  /** The index of the cell's first dot. With a count of 1, this is the dot itself. */
  index: number;
  count: number;
}

/**
 * Groups dots into cells of `cellPx` that stay fixed on the earth while the view moves. A group's place is the middle
 * of its dots.
 * Returns only dots in or near the view. Requires a map that looks straight down with north up.
 */
export function clusterDots(dots: readonly LngLat[], view: ClusterView, cellPx: number): Cluster[] {
  const scale = WORLD_PX * 2 ** view.zoom;
  const cellScale = (WORLD_PX * 2 ** Math.round(view.zoom)) / cellPx;
  const centreX = worldX(view.centre.lng);
  const centreY = worldY(view.centre.lat);
  const cells = new Map<number, Cluster>();
  const rows = Math.ceil(cellScale) + 1;
  for (let index = 0; index < dots.length; index += 1) {
    const { lng, lat } = dots[index]!;
    const worldAcross = worldX(lng);
    const worldDown = worldY(lat);
    // Where the earth repeats, the copy that is nearest to the middle of the view.
    const across = worldAcross - centreX;
    const x = (across - Math.round(across)) * scale + view.widthPx / 2;
    const y = (worldDown - centreY) * scale + view.heightPx / 2;
    if (x < -cellPx || y < -cellPx || x > view.widthPx + cellPx || y > view.heightPx + cellPx) continue;
    const key = Math.floor(worldAcross * cellScale) * rows + Math.floor(worldDown * cellScale);
    const cell = cells.get(key);
    if (cell === undefined) {
      cells.set(key, { x, y, index, count: 1 });
      continue;
    }
    cell.count += 1;
    cell.x += (x - cell.x) / cell.count;
    cell.y += (y - cell.y) / cell.count;
  }
  return [...cells.values()];
}
