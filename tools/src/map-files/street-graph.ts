import { distanceM } from './frame.ts';
import type { OsmData, Position, Tags } from './opl.ts';
import { isUnderground } from './street-layers.ts';

interface Hop {
  readonly to: string;
  readonly lengthM: number;
  readonly limitKmh: number;
}

/** The streets that a car may use, by node, in the direction of travel. */
export type StreetGraph = ReadonlyMap<string, readonly Hop[]>;

const LIMIT_KMH: Readonly<Record<string, number>> = {
  primary: 45,
  secondary: 40,
  tertiary: 38,
  unclassified: 30,
  residential: 28,
  living_street: 15,
};
const LIGHT_SEC = 8;

export function streetGraph(data: OsmData): StreetGraph {
  const graph = new Map<string, Hop[]>();
  const add = (from: string, to: string, limitKmh: number): void => {
    const [start, end] = [data.nodes.get(from), data.nodes.get(to)];
    if (!start || !end) return;
    const hops = graph.get(from) ?? [];
    hops.push({ to, lengthM: distanceM(start.at, end.at), limitKmh });
    graph.set(from, hops);
  };
  for (const { nodes, tags } of data.ways.values()) {
    const limitKmh = limitOf(tags);
    if (limitKmh === null) continue;
    for (const [index, from] of nodes.entries()) {
      const to = nodes[index + 1];
      if (to === undefined) continue;
      if (tags['oneway'] !== '-1') add(from, to, limitKmh);
      if (tags['oneway'] === '-1' || !isOneWay(tags)) add(to, from, limitKmh);
    }
  }
  return graph;
}

const isOneWay = (tags: Tags): boolean =>
  tags['oneway'] === 'yes' || tags['junction'] === 'roundabout' || tags['junction'] === 'circular';

function limitOf(tags: Tags): number | null {
  const usual = LIMIT_KMH[(tags['highway'] ?? '').replace('_link', '')];
  const isClosed = [tags['access'], tags['motor_vehicle'], tags['vehicle']].some(
    (access) => access === 'no' || access === 'private',
  );
  if (usual === undefined || isClosed || isUnderground(tags) || tags['area'] === 'yes') return null;
  const posted = Number(tags['maxspeed']);
  return posted > 0 ? Math.min(posted, usual) : usual;
}

/** The nodes from which a car can reach `root` and be reached from there: nothing else is worth driving to. */
export function roundTrips(graph: StreetGraph, root: string): Set<string> {
  const back = new Map<string, Hop[]>();
  for (const [from, hops] of graph) {
    for (const hop of hops) back.set(hop.to, [...(back.get(hop.to) ?? []), { ...hop, to: from }]);
  }
  const returning = reachable(back, root);
  return new Set([...reachable(graph, root)].filter((node) => returning.has(node)));
}

function reachable(graph: StreetGraph, root: string): Set<string> {
  const found = new Set([root]);
  // A set visits what is added during the visit.
  for (const node of found) for (const { to } of graph.get(node) ?? []) found.add(to);
  return found;
}

/** The node of `nodes` that is nearest to a position. */
export function nearestNode(data: OsmData, nodes: Iterable<string>, to: Position): string {
  let nearest = '';
  let nearestM = Number.POSITIVE_INFINITY;
  for (const id of nodes) {
    const node = data.nodes.get(id);
    const awayM = node ? distanceM(node.at, to) : Number.POSITIVE_INFINITY;
    if (awayM >= nearestM) continue;
    nearest = id;
    nearestM = awayM;
  }
  return nearest;
}

export const isLight = (tags: Tags): boolean =>
  tags['highway'] === 'traffic_signals' || tags['crossing'] === 'traffic_signals';

export interface Leg {
  readonly node: string;
  /** The limit on the way to the node. */
  readonly limitKmh: number;
}

/** The fastest way between two nodes (Dijkstra), without the start. `isAvoided` nodes cost ten times as much. */
export function fastestWay(
  data: OsmData,
  graph: StreetGraph,
  [from, to]: readonly [from: string, to: string],
  isAvoided: (at: Position) => boolean,
): Leg[] {
  const cameBy = new Map<string, { from: string; hop: Hop }>();
  const costs = new Map([[from, 0]]);
  const open = new Set([from]);
  while (open.size > 0) {
    const node = [...open].reduce((best, next) => (costOf(costs, next) < costOf(costs, best) ? next : best));
    open.delete(node);
    if (node === to) break;
    for (const hop of graph.get(node) ?? []) {
      const end = data.nodes.get(hop.to);
      if (!end) continue;
      const sec = (hop.lengthM / hop.limitKmh) * 3.6 * (isAvoided(end.at) ? 10 : 1);
      const cost = costOf(costs, node) + sec + (isLight(end.tags) ? LIGHT_SEC : 0);
      if (cost >= costOf(costs, hop.to)) continue;
      costs.set(hop.to, cost);
      cameBy.set(hop.to, { from: node, hop });
      open.add(hop.to);
    }
  }
  const legs: Leg[] = [];
  for (let node = to; node !== from;) {
    const last = cameBy.get(node);
    if (!last) throw new Error(`No street leads from node ${from} to node ${to}`);
    legs.unshift({ node, limitKmh: last.hop.limitKmh });
    node = last.from;
  }
  return legs;
}

const costOf = (costs: ReadonlyMap<string, number>, node: string): number =>
  costs.get(node) ?? Number.POSITIVE_INFINITY;
