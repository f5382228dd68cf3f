import type { LngLat } from '../map.types.ts';

/** Moves the view to a place outside the visible area. Otherwise the view stays unchanged. */
export function keepInView(map: google.maps.Map, { lat, lng }: LngLat): void {
  // A map without bounds has not drawn yet, and its first view is still pending.
  const bounds = map.getBounds();
  if (bounds && !bounds.contains({ lat, lng })) map.panTo({ lat, lng });
}
