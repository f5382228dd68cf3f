import { distanceM, grown, isInside, ringOf, shifted, type Frame } from './frame.ts';
import type { OsmData, Position } from './opl.ts';
import { seaRings, stretchesOf } from './outlines.ts';
import { fastestWay, isLight, nearestNode, roundTrips, streetGraph, type Leg } from './street-graph.ts';

/** Streets nearer to the edge are drawn faint, so rounds avoid these. */
const EDGE_M = 80;
/** A parked vehicle stands at the kerb, not on the middle of the street. */
const KERB_M = 4;

const station: Position = [24.9443, 60.1706];

/** The halts of each round, which ends where it began. */
const rounds: Readonly<Record<string, readonly Position[]>> = {
  courier: [
    station,
    [24.9502, 60.1702],
    [24.9505, 60.174],
    [24.9501, 60.1766],
    [24.9479, 60.1779],
    [24.9465, 60.1762],
    [24.9458, 60.1722],
    [24.9508, 60.1678],
    [24.9482, 60.1653],
    [24.9433, 60.1663],
    [24.9379, 60.1697],
    [24.9397, 60.1705],
  ],
  market: [
    [24.9508, 60.1678],
    [24.9482, 60.1653],
    [24.9433, 60.1663],
    [24.9385, 60.1653],
    [24.9379, 60.1697],
  ],
  scooter: [
    [24.9458, 60.1658],
    [24.9415, 60.1674],
    [24.9373, 60.1662],
    [24.943, 60.1652],
  ],
  hakaniemi: [
    [24.9501, 60.1766],
    [24.9494, 60.1736],
    [24.949, 60.168],
    [24.947, 60.1721],
  ],
  hotels: [
    [24.9397, 60.1705],
    [24.9426, 60.1716],
    [24.9508, 60.1678],
    [24.9443, 60.1667],
  ],
  patrol: [
    [24.9482, 60.1662],
    [24.9495, 60.1675],
    [24.9494, 60.1714],
    [24.9507, 60.1698],
  ],
  school: [
    [24.9393, 60.166],
    [24.9369, 60.1669],
    [24.9381, 60.1698],
    [24.9433, 60.1664],
  ],
  parks: [
    [24.9417, 60.1768],
    [24.948, 60.176],
    [24.9509, 60.1755],
    [24.9473, 60.173],
  ],
};

/** Where a vehicle stands: the nearest kerb of a street. */
const kerbs: Readonly<Record<string, readonly [street: string, near: Position]>> = {
  caravan: ['Kaisaniemenranta', [24.9472, 60.1762]],
  siteTrailer: ['Siltavuorenpenger', [24.9508, 60.1753]],
  deliveryVan: ['Kasarmikatu', [24.9481, 60.1662]],
  excavator: ['Töölönlahdenkatu', [24.9385, 60.174]],
  frontGate: ['Fabianinkatu', [24.9489, 60.1713]],
  marketVan: ['Pohjoisesplanadi', [24.9502, 60.1679]],
  familyCar: ['Liisankatu', [24.9512, 60.174]],
  motorbike: ['Annankatu', [24.9391, 60.1658]],
  horseTrailer: ['Siltasaarenkärki', [24.9452, 60.1778]],
  generator: ['Kaisaniemen puistokuja', [24.9419, 60.1765]],
  basementCar: ['Yrjönkatu', [24.9411, 60.167]],
  crane: ['Alvar Aallon katu', [24.9384, 60.1757]],
  oldCaravan: ['Paasivuorenkatu', [24.9479, 60.178]],
};

/** At anchor in the bay Kaisaniemenlahti. */
const moorings: Readonly<Record<string, Position>> = { boat: [24.9462, 60.1769] };

type RoutePoint = readonly [lat: number, lng: number, limitKmh: number, mark: 0 | 1 | 2];
const LIGHT = 1;
const HALT = 2;

/**
 * The rounds and places of the demo's vehicles, as JSON: a round is a list of latitude, longitude, speed limit on the
 * way there, and mark (1 a traffic light, 2 a halt). A round or place per line, so that a change is readable.
 */
export function demoRoutes(data: OsmData, frame: Frame): string {
  const graph = streetGraph(data);
  const drivable = roundTrips(graph, nearestNode(data, graph.keys(), station));
  const inner = ringOf(grown(frame, -EDGE_M));
  const isAvoided = (at: Position): boolean => !isInside(at, inner);
  const roundOf = (halts: readonly Position[]): RoutePoint[] => {
    const nodes = halts.map((halt) => nearestNode(data, drivable, halt));
    return nodes.flatMap((node, index) => {
      const next = nodes[(index + 1) % nodes.length] ?? node;
      const way = fastestWay(data, graph, [node, next], isAvoided);
      return way.map((leg) => pointOf(data, leg, leg === way.at(-1)));
    });
  };
  return listing({
    rounds: mapValues(rounds, roundOf),
    places: {
      ...mapValues(kerbs, ([street, near]) => kerbOf(data, street, near)),
      ...mapValues(moorings, (at) => mooringOf(data, frame, at)),
    },
  });
}

function pointOf(data: OsmData, { node, limitKmh }: Leg, isLast: boolean): RoutePoint {
  const found = data.nodes.get(node);
  if (!found) throw new Error(`The extract has no node ${node}`);
  if (isLast) return [...latLng(found.at), limitKmh, HALT];
  return [...latLng(found.at), limitKmh, isLight(found.tags) ? LIGHT : 0];
}

/** Millionths of a degree are a tenth of a metre. */
const latLng = ([lng, lat]: Position): [lat: number, lng: number] => [rounded(lat), rounded(lng)];
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

function kerbOf(data: OsmData, street: string, near: Position): [lat: number, lng: number] {
  const stretches = [...data.ways.values()]
    .filter(({ tags }) => tags['highway'] !== undefined && tags['name'] === street)
    .flatMap(({ nodes }) => stretchesOf(data, nodes));
  const feet = stretches.flatMap((stretch) =>
    stretch.slice(1).map((end, index) => footOn([stretch[index] ?? end, end], near)),
  );
  const [nearest] = feet.toSorted((a, b) => distanceM(a, near) - distanceM(b, near));
  if (!nearest) throw new Error(`The extract has no street ${street}`);
  const [east, north] = [near[0] - nearest[0], near[1] - nearest[1]];
  const length = Math.hypot(east / 2, north) || 1;
  return latLng(shifted(nearest, (east / 2 / length) * KERB_M, (north / length) * KERB_M));
}

/** The point of a straight stretch that is nearest to a position. A degree east is half a degree north here. */
function footOn([start, end]: readonly [Position, Position], to: Position): Position {
  const [east, north] = [(end[0] - start[0]) / 2, end[1] - start[1]];
  const along = ((to[0] - start[0]) / 2) * east + (to[1] - start[1]) * north;
  const share = Math.min(1, Math.max(0, along / (east ** 2 + north ** 2 || 1)));
  return [start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share];
}

function mooringOf(data: OsmData, frame: Frame, at: Position): [lat: number, lng: number] {
  if (!seaRings(data, frame).some((ring) => isInside(at, ring))) throw new Error(`${at.join(', ')} is not at sea`);
  return latLng(at);
}

function mapValues<From, To>(from: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, change(value)]));
}

function listing(parts: Readonly<Record<string, Readonly<Record<string, unknown>>>>): string {
  const blocks = Object.entries(parts).map(([part, entries]) => {
    const lines = Object.entries(entries).map(([key, value]) => `    "${key}": ${JSON.stringify(value)}`);
    return `  "${part}": {\n${lines.join(',\n')}\n  }`;
  });
  return `{\n${blocks.join(',\n')}\n}\n`;
}
