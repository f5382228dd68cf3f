import type { LngLat } from '../map.types.ts';

/** Moves the view to a place outside it; otherwise the view stays as the person left it. */
export function keepInView(map: google.maps.Map, { lat, lng }: LngLat): void {
  // Without bounds the map has not drawn yet, and its first view is on its way.
  const bounds = map.getBounds();
  if (bounds && !bounds.contains({ lat, lng })) map.panTo({ lat, lng });
}
