import type { LngLat } from '../map.types.ts';
import { worldX, worldY, WORLD_PX } from '../mercator.ts';
import type { PathModel } from './path-model.ts';

/** A map that looks straight down with north up. */
export interface FlatView {
  centre: LngLat;
  zoom: number;
  widthPx: number;
  heightPx: number;
}

/** A path on the flat earth, from 0 to 1 in each direction. */
export interface FlatPath {
  across: Float64Array;
  down: Float64Array;
  isJoined: Uint8Array;
  lanes: Float32Array;
}

export function flattenPath({ way, lanes }: PathModel): FlatPath {
  const across = Float64Array.from(way.points, ({ lng }) => worldX(lng));
  const down = Float64Array.from(way.points, ({ lat }) => worldY(lat));
  return { across, down, isJoined: way.isJoined, lanes };
}

/**
 * Returns the index of the point that is nearest along the line to a place on the map, or null when the line is further
 * than `reachPx`. Considers the lanes, so that each lap can be pointed at. Of equally near laps, the newest counts.
 */
export function nearestPoint(
  path: FlatPath,
  at: { x: number; y: number },
  view: FlatView,
  { lanePx, reachPx }: { lanePx: number; reachPx: number },
): number | null {
  const scale = WORLD_PX * 2 ** view.zoom;
  const centreX = worldX(view.centre.lng);
  const centreY = worldY(view.centre.lat);
  const xOf = (index: number) => {
    const across = path.across[index]! - centreX;
    return (across - Math.round(across)) * scale + view.widthPx / 2 - at.x;
  };
  const yOf = (index: number) => (path.down[index]! - centreY) * scale + view.heightPx / 2 - at.y;
  let nearest: number | null = null;
  let nearestPx = reachPx;
  for (let index = 1; index < path.across.length; index += 1) {
    if (path.isJoined[index] === 0) continue;
    const line = { x: xOf(index - 1), y: yOf(index - 1), toX: xOf(index), toY: yOf(index) };
    const { distancePx, share } = distanceTo(line, path.lanes[index]! * lanePx);
    if (distancePx > nearestPx) continue;
    nearestPx = distancePx;
    nearest = share < 0.5 ? index - 1 : index;
  }
  return nearest;
}

interface Line {
  x: number;
  y: number;
  toX: number;
  toY: number;
}

/** Returns the distance of (0, 0) to a line that is moved to the right, and where along the line the nearest place is. */
function distanceTo({ x, y, toX, toY }: Line, rightPx: number): { distancePx: number; share: number } {
  const [along, downward] = [toX - x, toY - y];
  const lengthPx = Math.hypot(along, downward);
  const unit = lengthPx === 0 ? { x: 0, y: 0 } : { x: along / lengthPx, y: downward / lengthPx };
  const start = { x: x - unit.y * rightPx, y: y + unit.x * rightPx };
  const alongPx = Math.min(Math.max(-(start.x * unit.x + start.y * unit.y), 0), lengthPx);
  const distancePx = Math.hypot(start.x + unit.x * alongPx, start.y + unit.y * alongPx);
  return { distancePx, share: lengthPx === 0 ? 1 : alongPx / lengthPx };
}
