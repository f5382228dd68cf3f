/** The width in pixels of the whole earth at zoom 0, as in the map library. */
export const WORLD_PX = 512;

/** Mercator, from 0 in the west to 1 in the east. */
export const worldX = (lng: number): number => (lng + 180) / 360;

/** Mercator, from 0 in the north to 1 in the south. */
export function worldY(lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}
