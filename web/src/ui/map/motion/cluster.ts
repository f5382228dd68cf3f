import type { LngLat } from '../map.types.ts';

/** A world of this many pixels is the whole earth at zoom 0, as the map library counts it. */
const WORLD_PX = 512;

export interface ClusterView {
  centre: LngLat;
  zoom: number;
  widthPx: number;
  heightPx: number;
}

/** What is drawn at one place: one dot, or as many as are too near to be told apart. */
export interface Cluster {
  x: number;
  y: number;
  /** Of the first one; alone in its cell it is the dot itself. */
  index: number;
  count: number;
}

/**
 * Gathers dots into cells of `cellPx` that lie still on the earth while the view moves, and stand at the middle of what
 * they hold. Only what is in view, or nearly. For a map that looks straight down with north up.
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

/** Mercator, from 0 in the west to 1 in the east. */
const worldX = (lng: number): number => (lng + 180) / 360;

/** Mercator, from 0 in the north to 1 in the south. */
function worldY(lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}
