import type { MultiPolygon, Polygon, Position } from 'geojson';

/** The centre of gravity of the largest part of a country, and that part's area in square degrees. */
export function centreOf(shape: Polygon | MultiPolygon): { centre: Position; area: number } {
  const parts = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;
  const measured = parts.map((rings) => measure(rings[0] ?? []));
  return measured.reduce((largest, part) => (part.area > largest.area ? part : largest));
}

/** Uses the shoelace formula. The outer ring is closed: its last position equals its first. */
function measure(ring: Position[]): { centre: Position; area: number } {
  let doubled = 0;
  let x = 0;
  let y = 0;
  for (const [index, [lng = 0, lat = 0]] of ring.entries()) {
    const [nextLng = lng, nextLat = lat] = ring[index + 1] ?? [];
    const cross = lng * nextLat - nextLng * lat;
    doubled += cross;
    x += (lng + nextLng) * cross;
    y += (lat + nextLat) * cross;
  }
  if (doubled === 0) return { centre: ring[0] ?? [0, 0], area: 0 };
  return { centre: [x / (3 * doubled), y / (3 * doubled)], area: Math.abs(doubled / 2) };
}

/**
 * Removes the jumps of 360 degrees in rings that cross the antimeridian (Fiji, Russia). The tiler cuts continuous rings
 * correctly.
 */
export function unwrap(line: Position[]): Position[] {
  let shift = 0;
  let previous: number | undefined;
  return line.map(([lng = 0, lat = 0]) => {
    const step = previous === undefined ? 0 : lng - previous;
    if (step > 180) shift -= 360;
    if (step < -180) shift += 360;
    previous = lng;
    return [lng + shift, lat];
  });
}
