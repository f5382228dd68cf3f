import { grown, middleOf, ringOf, type Frame } from './frame.ts';
import { lineAlong, pointAt, polygonOf, type MapFeature } from './features.ts';
import type { OsmData, OsmWay, Position, Tags } from './opl.ts';
import { areasOf, seaRings, stretchesOf, type Area } from './outlines.ts';

/** The edge of the file fades into the plain land around it: overlapping frames of land, from inside to outside. */
const FADE_STEPS = 16;
const FADE_STEP_M = 5;
const BEYOND_M = 60;

const FROM_ZOOM = 11;
const DETAIL_ZOOM = 13;

/** Small areas appear later. */
const areaZooms = [
  [40_000, 11],
  [4_000, 12],
] as const;

type RoadClass = readonly [kind: string, rank: number, minzoom: number];

const roads: Readonly<Record<string, RoadClass>> = {
  motorway: ['highway', 400, 11],
  trunk: ['major_road', 390, 11],
  primary: ['major_road', 380, 11],
  secondary: ['major_road', 370, 11],
  tertiary: ['major_road', 360, 11],
  residential: ['minor_road', 350, 12],
  unclassified: ['minor_road', 350, 12],
  living_street: ['minor_road', 340, 13],
  service: ['minor_road', 320, 14],
  pedestrian: ['path', 310, 13],
  cycleway: ['path', 300, 14],
  footway: ['path', 300, 14],
  path: ['path', 300, 14],
  steps: ['path', 300, 15],
};

const rails: Readonly<Record<string, number>> = { rail: 13, light_rail: 13, subway: 13, tram: 14 };

/** The first tag that matches decides how an area is drawn. */
const landuse: readonly (readonly [key: string, value: string, kind: string])[] = [
  ['leisure', 'park', 'park'],
  ['leisure', 'garden', 'garden'],
  ['leisure', 'playground', 'playground'],
  ['leisure', 'pitch', 'pitch'],
  ['landuse', 'grass', 'grass'],
  ['landuse', 'forest', 'forest'],
  ['landuse', 'cemetery', 'cemetery'],
  ['landuse', 'recreation_ground', 'park'],
  ['natural', 'wood', 'wood'],
  ['natural', 'scrub', 'scrub'],
  ['amenity', 'university', 'university'],
  ['amenity', 'school', 'school'],
  ['amenity', 'hospital', 'hospital'],
  ['man_made', 'pier', 'pier'],
  ['highway', 'pedestrian', 'pedestrian'],
  ['place', 'square', 'pedestrian'],
  ['railway', 'platform', 'platform'],
];

const sights = new Set(['museum', 'gallery', 'theatre', 'townhall', 'library', 'university', 'attraction']);

/** Names that lie outside of the extract although their bays reach into it. */
const bays: readonly (readonly [name: string, lng: number, lat: number])[] = [
  ['Kaisaniemenlahti', 24.9466, 60.1768],
  ['Töölönlahti', 24.9357, 60.1787],
];
/** Districts whose label lies outside of the extract. */
const districts: readonly (readonly [name: string, lng: number, lat: number])[] = [
  ['Kruununhaka', 24.9522, 60.1728],
  ['Kamppi', 24.9372, 60.1682],
];

/** The layers of the street map, as Protomaps names them, and the layer `edge` that fades the map's edge. */
export function streetFeatures(data: OsmData, frame: Frame): MapFeature[] {
  const areas = areasOf(data, frame);
  return [
    { layer: 'earth', minzoom: FROM_ZOOM, properties: { kind: 'earth' }, geometry: polygonOf([ringOf(frame)]) },
    ...seaOf(data, frame),
    ...areas.flatMap(groundOf),
    ...[...data.ways.values()].flatMap((way) => linesOf(data, way)),
    ...namesOf(data, areas),
    ...fadeOf(frame),
  ];
}

function fadeOf(frame: Frame): MapFeature[] {
  const outer = ringOf(grown(frame, BEYOND_M));
  return Array.from({ length: FADE_STEPS }, (_, step) => ({
    layer: 'edge',
    minzoom: FROM_ZOOM,
    properties: { step },
    geometry: polygonOf([outer, ringOf(grown(frame, -FADE_STEP_M * step)).toReversed()]),
  }));
}

function seaOf(data: OsmData, frame: Frame): MapFeature[] {
  return seaRings(data, frame).map((ring) => ({
    layer: 'water',
    minzoom: FROM_ZOOM,
    properties: { kind: 'ocean' },
    geometry: polygonOf([ring]),
  }));
}

function groundOf({ tags, rings, sizeM2 }: Area): MapFeature[] {
  const geometry = polygonOf(rings);
  const minzoom = areaZooms.find(([fromM2]) => sizeM2 > fromM2)?.[1] ?? DETAIL_ZOOM;
  if (tags['natural'] === 'water') return [{ layer: 'water', minzoom, properties: { kind: 'water' }, geometry }];
  const isBuilding = isYes(tags['building']) && tags['building'] !== 'roof';
  if (isBuilding) return [{ layer: 'buildings', minzoom: 14, properties: { kind: 'building' }, geometry }];
  const use = landuse.find(([key, value]) => tags[key] === value);
  return use ? [{ layer: 'landuse', minzoom, properties: { kind: use[2] }, geometry }] : [];
}

const isYes = (value: string | undefined): boolean => value !== undefined && value !== 'no';

function linesOf(data: OsmData, way: OsmWay): MapFeature[] {
  const line = roadOf(way.tags) ?? railOf(way.tags) ?? ferryOf(way.tags);
  if (!line) return [];
  return stretchesOf(data, way.nodes).map((positions) => ({
    layer: 'roads',
    ...line,
    geometry: lineAlong(positions),
  }));
}

type Line = Pick<MapFeature, 'minzoom' | 'properties'>;

function roadOf(tags: Tags): Line | null {
  const detail = (tags['highway'] ?? '').replace('_link', '');
  const road = roads[detail];
  if (!road || tags['area'] === 'yes' || tags['indoor'] === 'yes') return null;
  const [kind, rank, minzoom] = road;
  const isTunnel = isUnderground(tags);
  // Passages below the streets, car parks and yards make the map unreadable.
  if (isTunnel && rank <= 320) return null;
  const isMinor = tags['service'] === 'parking_aisle' || tags['service'] === 'driveway' || isPavement(tags);
  return {
    minzoom: isMinor ? 15 : minzoom,
    properties: {
      kind,
      kind_detail: detail,
      name: nameOf(tags),
      is_tunnel: isTunnel || null,
      is_bridge: isYes(tags['bridge']) || null,
      is_link: tags['highway']?.endsWith('_link') || null,
      sort_rank: rank,
    },
  };
}

const isPavement = (tags: Tags): boolean => tags['footway'] === 'sidewalk' || tags['footway'] === 'crossing';

export const isUnderground = (tags: Tags): boolean =>
  Number(tags['layer'] ?? 0) < 0 || (isYes(tags['tunnel']) && tags['tunnel'] !== 'building_passage');

function railOf(tags: Tags): Line | null {
  const detail = tags['railway'] ?? '';
  const minzoom = rails[detail];
  if (minzoom === undefined) return null;
  const isTunnel = isUnderground(tags);
  if (isTunnel) return null;
  return { minzoom, properties: { kind: 'rail', kind_detail: detail, sort_rank: 330 } };
}

function ferryOf(tags: Tags): Line | null {
  if (tags['route'] !== 'ferry') return null;
  return { minzoom: 12, properties: { kind: 'ferry', kind_detail: 'ferry', name: nameOf(tags), sort_rank: 100 } };
}

const nameOf = (tags: Tags): string | undefined => tags['name:en'] ?? tags['name'];

function namesOf(data: OsmData, areas: readonly Area[]): MapFeature[] {
  const points = [...data.nodes.values()].map(({ at, tags }) => ({ at, tags }));
  const middles = areas
    .toSorted((a, b) => b.sizeM2 - a.sizeM2)
    .map(({ rings, tags, sizeM2 }) => ({ at: middleOf(rings[0] ?? []), tags, sizeM2 }));
  const named = [...points.flatMap(placeName), ...[...points, ...middles].flatMap(poiName)];
  const byHand = [
    ...bays.map(([name, lng, lat]) => nameAt('water', 'bay', name, [lng, lat], DETAIL_ZOOM)),
    ...districts.map(([name, lng, lat]) => nameAt('places', 'neighbourhood', name, [lng, lat], DETAIL_ZOOM)),
  ];
  const seen = new Set<string>();
  // A station is mapped as a node, a building and an entrance, and each carries the name.
  return [...named, ...byHand].filter(({ layer, properties }) => {
    const key = `${layer} ${properties['name']}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

const nameAt = (layer: string, kind: string, name: string, at: Position, minzoom: number): MapFeature => ({
  layer,
  minzoom,
  properties: { kind, name },
  geometry: pointAt(at),
});

function placeName({ at, tags }: { at: Position; tags: Tags }): MapFeature[] {
  const name = nameOf(tags);
  const place = tags['place'];
  if (!name || !place) return [];
  if (place === 'suburb' || place === 'quarter') return [nameAt('places', 'neighbourhood', name, at, DETAIL_ZOOM)];
  return place === 'neighbourhood' ? [nameAt('places', 'neighbourhood', name, at, 14)] : [];
}

function poiName({ at, tags, sizeM2 = 0 }: { at: Position; tags: Tags; sizeM2?: number }): MapFeature[] {
  const name = nameOf(tags);
  if (!name) return [];
  const isStation = tags['railway'] === 'station' || tags['station'] === 'subway';
  if (isStation) return [nameAt('pois', 'station', name, at, DETAIL_ZOOM)];
  if (tags['amenity'] === 'ferry_terminal') return [nameAt('pois', 'ferry_terminal', name, at, 14)];
  const isGreen = tags['leisure'] === 'park' || tags['leisure'] === 'garden';
  if (isGreen && sizeM2 > 2_000) return [nameAt('pois', 'park', name, at, sizeM2 > 30_000 ? DETAIL_ZOOM : 14)];
  if (tags['place'] === 'square') return [nameAt('pois', 'square', name, at, 14)];
  const sight = [tags['tourism'], tags['amenity']].find((kind) => kind !== undefined && sights.has(kind));
  // The reference to Wikidata tells a sight from a club room.
  return sight && tags['wikidata'] ? [nameAt('pois', sight, name, at, 14)] : [];
}
