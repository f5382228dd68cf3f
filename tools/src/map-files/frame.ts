import type { Position } from './opl.ts';

/** The rectangle that an extract covers. Its nodes lie inside, so lines end short of its edge. */
export interface Frame {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const SIDES = 4;

/** Metres per degree, north to south and west to east, on a flat earth at the frame's latitude. */
function metresPerDegree(latitude: number): Position {
  const PER_DEGREE_M = 111_195;
  return [PER_DEGREE_M * Math.cos((latitude * Math.PI) / 180), PER_DEGREE_M];
}

export function distanceM([fromLng, fromLat]: Position, [toLng, toLat]: Position): number {
  const [lngM, latM] = metresPerDegree(fromLat);
  return Math.hypot((toLng - fromLng) * lngM, (toLat - fromLat) * latM);
}

/** The position some metres east and north of another. */
export function shifted([lng, lat]: Position, eastM: number, northM: number): Position {
  const [lngM, latM] = metresPerDegree(lat);
  return [lng + eastM / lngM, lat + northM / latM];
}

export function areaM2(ring: readonly Position[]): number {
  const [lngM, latM] = metresPerDegree(ring[0]?.[1] ?? 0);
  return Math.abs(signedArea(ring)) * lngM * latM;
}

/** Square degrees, positive when the ring runs counterclockwise. */
function signedArea(ring: readonly Position[]): number {
  return ring.reduce((sum, [lng, lat], index) => {
    const [nextLng, nextLat] = ring[(index + 1) % ring.length] ?? [lng, lat];
    return sum + (lng * nextLat - nextLng * lat) / 2;
  }, 0);
}

/** Rings and the frame, `byM` metres larger on each side. A negative number makes the frame smaller. */
export function grown({ west, south, east, north }: Frame, byM: number): Frame {
  const [farEast, farNorth] = shifted([east, north], byM, byM);
  const [farWest, farSouth] = shifted([west, south], -byM, -byM);
  return { west: farWest, south: farSouth, east: farEast, north: farNorth };
}

/** The frame as a closed counterclockwise ring. */
export const ringOf = ({ west, south, east, north }: Frame): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** Where on the edge the nearest point lies: 0 to 4, clockwise from the north-western corner, a side per unit. */
function turnOf({ west, south, east, north }: Frame, [lng, lat]: Position): number {
  const right = Math.min(1, Math.max(0, (lng - west) / (east - west)));
  const down = Math.min(1, Math.max(0, (north - lat) / (north - south)));
  const sides = [
    { awayM: distanceM([lng, lat], [lng, north]), turn: right },
    { awayM: distanceM([lng, lat], [east, lat]), turn: 1 + down },
    { awayM: distanceM([lng, lat], [lng, south]), turn: 3 - right },
    { awayM: distanceM([lng, lat], [west, lat]), turn: SIDES - down },
  ];
  return sides.reduce((nearest, side) => (side.awayM < nearest.awayM ? side : nearest)).turn % SIDES;
}

function placeAt({ west, south, east, north }: Frame, turn: number): Position {
  const share = turn % 1;
  const side = Math.floor(turn) % SIDES;
  if (side === 0) return [west + (east - west) * share, north];
  if (side === 1) return [east, north - (north - south) * share];
  if (side === 2) return [east - (east - west) * share, south];
  return [west, south + (north - south) * share];
}

/** The way along the frame's edge between two turns, with the corners on the way. */
function alongEdge(frame: Frame, from: number, to: number, isClockwise: boolean): Position[] {
  if (!isClockwise) return alongEdge(frame, to, from, true).toReversed();
  const end = to < from ? to + SIDES : to;
  const corners = [1, 2, 3, 4, 5, 6, 7].filter((corner) => corner > from && corner < end);
  return [from, ...corners, end].map((turn) => placeAt(frame, turn));
}

/**
 * Closes an outline that leaves the frame. `runs` are its stretches inside, in order. Between two stretches the outline
 * follows the edge on the shorter side.
 */
export function closeAlongEdge(frame: Frame, runs: readonly (readonly Position[])[]): Position[] {
  const ring = runs.flatMap((run, index) => {
    const next = runs[(index + 1) % runs.length] ?? run;
    const from = turnOf(frame, run.at(-1) ?? [0, 0]);
    const to = turnOf(frame, next[0] ?? [0, 0]);
    const clockwise = (to - from + SIDES) % SIDES;
    return [...run, ...alongEdge(frame, from, to, clockwise <= SIDES / 2)];
  });
  return closed(ring);
}

const closed = (ring: readonly Position[]): Position[] => [...ring, ...ring.slice(0, 1)];

/**
 * The water beside coastlines, as closed rings. Water is on the right of a coastline (OpenStreetMap), so from a
 * coastline's end the ring runs clockwise along the frame's edge to the next coastline's start.
 */
export function waterBeside(frame: Frame, coasts: readonly (readonly Position[])[]): Position[][] {
  const waiting = coasts.map((coast) => ({
    coast,
    start: turnOf(frame, coast[0] ?? [0, 0]),
    end: turnOf(frame, coast.at(-1) ?? [0, 0]),
  }));
  const rings: Position[][] = [];
  while (waiting.length > 0) {
    const [first] = waiting.splice(0, 1);
    if (!first) break;
    const ring: Position[] = [...first.coast];
    let { end } = first;
    for (;;) {
      const from = end;
      const ahead = (start: number): number => (start - from + SIDES) % SIDES;
      const next = waiting.toSorted((a, b) => ahead(a.start) - ahead(b.start))[0];
      const isNext = next !== undefined && ahead(next.start) < ahead(first.start);
      ring.push(...alongEdge(frame, from, isNext ? next.start : first.start, true));
      if (!isNext) break;
      waiting.splice(waiting.indexOf(next), 1);
      ring.push(...next.coast);
      end = next.end;
    }
    rings.push(closed(ring));
  }
  return rings;
}

/** Whether a point lies inside a ring: counts the edges to its east. */
export function isInside([lng, lat]: Position, ring: readonly Position[]): boolean {
  let isIn = false;
  for (const [index, [fromLng, fromLat]] of ring.entries()) {
    const [toLng, toLat] = ring[(index + 1) % ring.length] ?? [fromLng, fromLat];
    const isCrossed = fromLat > lat !== toLat > lat;
    if (isCrossed && lng < ((toLng - fromLng) * (lat - fromLat)) / (toLat - fromLat) + fromLng) isIn = !isIn;
  }
  return isIn;
}

/** The mean of a ring's corners: inside of most shapes that carry a name. */
export function middleOf(ring: readonly Position[]): Position {
  const corners = ring.slice(0, -1);
  const sum = corners.reduce<Position>(([lng, lat], corner) => [lng + corner[0], lat + corner[1]], [0, 0]);
  return [sum[0] / corners.length, sum[1] / corners.length];
}
