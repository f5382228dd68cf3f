/** Points in columns, ascending; instants in ms. */
export interface Columns {
  at: number[];
  lat: number[];
  lng: number[];
}

/**
 * PATH-01: merges reported positions and ping locations into a single ascending path. Both inputs ascend. `pings` holds
 * the indices of ping locations.
 */
export function mergePings(
  positions: Columns,
  pings: readonly { at: Date; lat: number; lng: number }[],
): Columns & { pings: number[] } {
  if (pings.length === 0) return { ...positions, pings: [] };
  const path = { at: [] as number[], lat: [] as number[], lng: [] as number[], pings: [] as number[] };
  let next = 0;
  const addPositionsUntil = (untilMs: number): void => {
    for (; next < positions.at.length && positions.at[next]! <= untilMs; next += 1) {
      path.at.push(positions.at[next]!);
      path.lat.push(positions.lat[next]!);
      path.lng.push(positions.lng[next]!);
    }
  };
  for (const { at, lat, lng } of pings) {
    addPositionsUntil(at.getTime());
    path.pings.push(path.at.length);
    path.at.push(at.getTime());
    path.lat.push(lat);
    path.lng.push(lng);
  }
  addPositionsUntil(Number.POSITIVE_INFINITY);
  return path;
}
