import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature, merge, mesh } from 'topojson-client';
import type {
  GeometryCollection,
  MultiPolygon as Countries,
  Polygon as Country,
  Topology,
} from 'topojson-specification';
import { lineAlong, pointAt, polygonOf, type MapFeature } from './features.ts';
import { ringOf } from './frame.ts';

interface Named {
  name: string;
}

/** The countries of Natural Earth, neighbours sharing their borders. */
export type World = Topology<{ countries: GeometryCollection<Named> }>;

/** The map's projection ends before the pole; Antarctica would be a bar along the lower edge. */
const LEFT_OUT = 'Antarctica';

/** The projection ends at this latitude. */
const POLE = 85.06;
const WHOLE = { west: -180, south: -POLE, east: 180, north: POLE };

/**
 * Sea, land without inner borders, the borders, and the names of countries by rank. The sea is the whole world below
 * the land: a tile that has not arrived shows neither.
 */
export function worldFeatures(world: World): MapFeature[] {
  const { countries } = world.objects;
  const geometries = countries.geometries.filter(({ properties }) => (properties as Named).name !== LEFT_OUT);
  const shown = { ...countries, geometries };
  const land = merge(world, geometries as (Country<Named> | Countries<Named>)[]);
  const borders = mesh(world, shown, (a, b) => a !== b);
  return [
    { layer: 'water', minzoom: 0, properties: {}, geometry: polygonOf([ringOf(WHOLE)]) },
    ...land.coordinates.filter(isCut).flatMap(coastsOf),
    ...land.coordinates.map((rings) => ({
      layer: 'earth',
      minzoom: 0,
      properties: { is_cut: isCut(rings) || null },
      geometry: polygonOf(rings.map(unwrapped)),
    })),
    {
      layer: 'boundaries',
      minzoom: 0,
      properties: {},
      geometry: { type: 'MultiLineString', coordinates: borders.coordinates.map(unwrapped) },
    },
    ...feature(world, shown).features.map(({ geometry, properties }) => {
      const { centre, area } = centreOf(geometry as Polygon | MultiPolygon);
      return {
        layer: 'places',
        minzoom: 0,
        properties: { kind: 'country', name: properties.name, rank: rankOf(area) },
        geometry: pointAt(centre),
      };
    }),
  ];
}

const isAtCut = ([lng = 0]: Position): boolean => Math.abs(lng) > 179.99;
const isCut = (rings: Position[][]): boolean => rings.some((ring) => ring.some(isAtCut));

/** The outline of a part of the land, without the straight cut that the data has at the antimeridian. */
function coastsOf(rings: Position[][]): MapFeature[] {
  return rings.flatMap(withoutCut).map((line) => ({
    layer: 'coast',
    minzoom: 0,
    properties: {},
    geometry: lineAlong(unwrapped(line)),
  }));
}

function withoutCut(ring: Position[]): Position[][] {
  const lines: Position[][] = [[]];
  for (const [index, position] of ring.entries()) {
    lines.at(-1)?.push(position);
    const next = ring[index + 1];
    if (next && isAtCut(position) && isAtCut(next)) lines.push([]);
  }
  return lines.filter((line) => line.length > 1);
}

/** Square degrees to the order in which names appear while zooming in. */
function rankOf(area: number): number {
  if (area > 150) return 1;
  if (area > 25) return 2;
  return area > 4 ? 3 : 4;
}

/** The centre of gravity of the largest part of a country, and that part's area in square degrees. */
export function centreOf(shape: Polygon | MultiPolygon): { centre: Position; area: number } {
  const parts = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;
  const measured = parts.map((rings) => measure(unwrapped(rings[0] ?? [])));
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
export function unwrapped(line: Position[]): Position[] {
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
