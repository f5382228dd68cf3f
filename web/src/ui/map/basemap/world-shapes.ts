import type { Feature, FeatureCollection, MultiLineString, MultiPolygon, Point, Polygon, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { centreOf, unwrap } from './ring-geometry.ts';

interface Named {
  name: string;
}

type Country = Feature<Polygon | MultiPolygon, Named>;
/** The countries of Natural Earth, neighbours sharing their borders. */
export type World = Topology<{ countries: GeometryCollection<Named> }>;

export interface WorldShapes {
  land: FeatureCollection<Polygon | MultiPolygon, Named>;
  borders: Feature<MultiLineString>;
  coast: Feature<MultiLineString>;
  /** Names of countries, at their middles. */
  countries: FeatureCollection<Point, Named & { rank: number }>;
}

/** The map's projection ends before the pole; Antarctica would be a bar along the lower edge. */
const LEFT_OUT = 'Antarctica';

/** Land, borders, coast and country names, in the form that the map draws. */
export const shapesOf: { [Shape in keyof WorldShapes]: (world: World) => WorldShapes[Shape] } = {
  land: (world) => ({ type: 'FeatureCollection', features: countriesOf(world) }),
  borders: (world) => linesOf(mesh(world, world.objects.countries, (a, b) => a !== b)),
  coast: (world) => linesOf(mesh(world, world.objects.countries, (a, b) => a === b && nameOf(a) !== LEFT_OUT)),
  countries: (world) => ({ type: 'FeatureCollection', features: countriesOf(world).map(labelOf) }),
};

const countriesOf = (world: World): Country[] =>
  feature(world, world.objects.countries).features.filter(isShown).map(mend);

const nameOf = (side: unknown): string | undefined => (side as { properties?: Named }).properties?.name;

function isShown(country: Feature): country is Country {
  const isArea = country.geometry.type === 'Polygon' || country.geometry.type === 'MultiPolygon';
  return isArea && country.properties?.['name'] !== LEFT_OUT;
}

function mend(country: Country): Country {
  const { geometry } = country;
  if (geometry.type === 'Polygon') {
    return { ...country, geometry: { ...geometry, coordinates: geometry.coordinates.map(tidy) } };
  }
  const coordinates = geometry.coordinates.map((rings) => rings.map(tidy));
  return { ...country, geometry: { ...geometry, coordinates } };
}

/**
 * Ten metres, the resolution of the file. Further digits carry no information and would double the data that the map
 * reads.
 */
const SHARES_OF_DEGREE = 10_000;

function tidy(line: Position[]): Position[] {
  return unwrap(line).map((position) => position.map((part) => Math.round(part * SHARES_OF_DEGREE) / SHARES_OF_DEGREE));
}

function linesOf(lines: MultiLineString): Feature<MultiLineString> {
  const geometry = { ...lines, coordinates: lines.coordinates.map(tidy) };
  return { type: 'Feature', properties: {}, geometry };
}

function labelOf(country: Country): Feature<Point, Named & { rank: number }> {
  const { centre, area } = centreOf(country.geometry);
  const properties = { name: country.properties.name, rank: rankOf(area) };
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: centre } };
}

/** Square degrees to the order in which names appear while zooming in. */
function rankOf(area: number): number {
  if (area > 150) return 1;
  if (area > 25) return 2;
  return area > 4 ? 3 : 4;
}
