import type { Feature, FeatureCollection, MultiLineString, MultiPolygon, Point, Polygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import topologyUrl from 'world-atlas/countries-10m.json?url';
import { centreOf, unwrap } from './ring-geometry.ts';

interface Named {
  name: string;
}

type Country = Feature<Polygon | MultiPolygon, Named>;
type World = Topology<{ countries: GeometryCollection<Named> }>;

export interface WorldShapes {
  land: FeatureCollection<Polygon | MultiPolygon, Named>;
  borders: Feature<MultiLineString>;
  coast: Feature<MultiLineString>;
  labels: FeatureCollection<Point, Named & { rank: number }>;
}

/** The map's projection ends before the pole; Antarctica would be a bar along the lower edge. */
const LEFT_OUT = 'Antarctica';

let loading: Promise<WorldShapes> | undefined;

/** Land, borders, coast and country names from Natural Earth 1:10m, loaded once from our own server. */
export function loadWorld(): Promise<WorldShapes> {
  loading ??= fetchWorld().catch((cause: unknown) => {
    loading = undefined;
    throw new Error('The built-in map could not be loaded', { cause });
  });
  return loading;
}

async function fetchWorld(): Promise<WorldShapes> {
  const response = await fetch(topologyUrl);
  if (!response.ok) throw new Error(`The map file answered ${response.status}`);
  return shapesOf((await response.json()) as World);
}

function shapesOf(world: World): WorldShapes {
  const { countries } = world.objects;
  const land = feature(world, countries).features.filter(isShown).map(mend);
  const nameOf = (side: unknown) => (side as { properties?: Named }).properties?.name;
  return {
    land: { type: 'FeatureCollection', features: land },
    borders: linesOf(mesh(world, countries, (a, b) => a !== b)),
    coast: linesOf(mesh(world, countries, (a, b) => a === b && nameOf(a) !== LEFT_OUT)),
    labels: { type: 'FeatureCollection', features: land.map(labelOf) },
  };
}

function isShown(country: Feature): country is Country {
  const isArea = country.geometry.type === 'Polygon' || country.geometry.type === 'MultiPolygon';
  return isArea && country.properties?.['name'] !== LEFT_OUT;
}

function mend(country: Country): Country {
  const { geometry } = country;
  if (geometry.type === 'Polygon') {
    return { ...country, geometry: { ...geometry, coordinates: geometry.coordinates.map(unwrap) } };
  }
  const coordinates = geometry.coordinates.map((rings) => rings.map(unwrap));
  return { ...country, geometry: { ...geometry, coordinates } };
}

function linesOf(lines: MultiLineString): Feature<MultiLineString> {
  const geometry = { ...lines, coordinates: lines.coordinates.map(unwrap) };
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
