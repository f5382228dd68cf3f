import { LngLatBounds, type Map as LibreMap } from 'maplibre-gl';
import type { LngLat } from '../map.types.ts';

/**
 * A place closer to the edge counts as about to leave the view. Less than the padding of a fit, so that a fitted view
 * stays unchanged.
 */
const EDGE_PX = 32;
/** On the right the zoom buttons need their place too. */
const fitPaddingPx = { top: 48, right: 76, bottom: 48, left: 48 };
const CLOSEST_FIT_ZOOM = 15;

/**
 * Moves the view to a place that is outside or near the edge. Otherwise the view stays unchanged.
 * A running move, by the user or by our code, is not interrupted. The next position checks again.
 */
export function keepInView(map: LibreMap, place: LngLat, durationMs: number): void {
  if (map.isMoving() || isInView(map, place)) return;
  map.easeTo({ center: [place.lng, place.lat], duration: durationMs });
}

/** Whether a place is in the view and not near the edge. */
export function isInView(map: LibreMap, place: LngLat): boolean {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const { x, y } = map.project([place.lng, place.lat]);
  return x > EDGE_PX && x < width - EDGE_PX && y > EDGE_PX && y < height - EDGE_PX;
}

/**
 * Shows all places (at least one) at once, no closer than street level. Jumps without animation when the target lies
 * outside the current view.
 */
export function fitAll(map: LibreMap, places: readonly LngLat[], durationMs: number): void {
  const bounds = new LngLatBounds();
  for (const { lng, lat } of places) bounds.extend([lng, lat]);
  const isNear = map.getBounds().contains(bounds.getCenter());
  map.fitBounds(bounds, { padding: fitPaddingPx, maxZoom: CLOSEST_FIT_ZOOM, duration: isNear ? durationMs : 0 });
}
