import { areaM2, closeAlongEdge, isInside, ringOf, waterBeside, type Frame } from './frame.ts';
import type { OsmData, OsmWay, Position, Tags } from './opl.ts';

/** An area with the rings that GeoJSON expects: outer first, then its holes. */
export interface Area {
  readonly tags: Tags;
  readonly rings: readonly (readonly Position[])[];
  readonly sizeM2: number;
}

/** A cut outline larger than this is a district or a bay whose true shape the extract does not hold. */
const LARGEST_CUT_SHARE = 0.2;

/** The stretches of a way inside the extract, each with at least two positions. */
export function stretchesOf(data: OsmData, nodes: readonly string[]): Position[][] {
  return runsOf(data, nodes).filter((run) => run.length > 1);
}

function runsOf(data: OsmData, nodes: readonly string[]): Position[][] {
  const runs: Position[][] = [[]];
  for (const id of nodes) {
    const node = data.nodes.get(id);
    if (node) runs.at(-1)?.push(node.at);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** The sea inside the frame, as closed rings. */
export function seaRings(data: OsmData, frame: Frame): Position[][] {
  const coasts = [...data.ways.values()]
    .filter(({ tags }) => tags['natural'] === 'coastline')
    .flatMap(({ nodes }) => stretchesOf(data, nodes));
  return waterBeside(frame, coasts);
}

/** Every closed way and every multipolygon. Outlines that leave the frame are closed along its edge. */
export function areasOf(data: OsmData, frame: Frame): Area[] {
  const frameM2 = areaM2(ringOf(frame));
  const keep = (tags: Tags, outer: Position[], holes: Position[][], isCut: boolean): Area[] => {
    const sizeM2 = areaM2(outer);
    if (outer.length < 4 || sizeM2 < 1 || (isCut && sizeM2 > frameM2 * LARGEST_CUT_SHARE)) return [];
    return [{ tags, rings: [outer, ...holes], sizeM2 }];
  };
  const fromWays = [...data.ways.values()].filter(isClosed).flatMap((way) => {
    const { ring, isCut } = ringFrom(data, frame, way.nodes);
    return keep(way.tags, ring, [], isCut);
  });
  const fromRelations = data.relations
    .filter(({ tags }) => tags['type'] === 'multipolygon')
    .flatMap(({ tags, ways }) => {
      const ringsOf = (isInner: boolean) => {
        const members = ways.filter((way) => way.isInner === isInner).flatMap(({ id }) => data.ways.get(id) ?? []);
        return joined(members).map((nodes) => ringFrom(data, frame, nodes));
      };
      const holes = ringsOf(true).map(({ ring }) => ring);
      return ringsOf(false).flatMap(({ ring, isCut }) =>
        keep(
          tags,
          ring,
          holes.filter((hole) => hole[0] && isInside(hole[0], ring)),
          isCut,
        ),
      );
    });
  return [...fromWays, ...fromRelations];
}

const isClosed = ({ nodes }: OsmWay): boolean => nodes.length > 3 && nodes[0] === nodes.at(-1);

function ringFrom(data: OsmData, frame: Frame, nodes: readonly string[]): { ring: Position[]; isCut: boolean } {
  const runs = runsOf(data, nodes);
  // With fewer corners inside, only a spike towards the edge would be left.
  if (runs.flat().length < 3) return { ring: [], isCut: true };
  const isWhole = runs.length === 1 && nodes[0] === nodes.at(-1) && runs[0]?.length === nodes.length;
  if (isWhole) return { ring: runs[0] ?? [], isCut: false };
  // A ring that starts inside has its first stretch in two parts.
  const [first, ...rest] = runs;
  const last = rest.at(-1);
  const startsInside = first && last && nodes[0] === nodes.at(-1) && data.nodes.has(nodes[0] ?? '');
  const whole = startsInside ? [[...last, ...first.slice(1)], ...rest.slice(0, -1)] : runs;
  return { ring: closeAlongEdge(frame, whole), isCut: true };
}

/** Joins ways that share an end into sequences of nodes, closed where all members are present. */
function joined(ways: readonly OsmWay[]): string[][] {
  const waiting = ways.map(({ nodes }) => [...nodes]);
  const sequences: string[][] = [];
  while (waiting.length > 0) {
    const sequence = waiting.shift() ?? [];
    for (;;) {
      const end = sequence.at(-1);
      const index = sequence[0] === end ? -1 : waiting.findIndex((nodes) => nodes[0] === end || nodes.at(-1) === end);
      const [next] = index < 0 ? [] : waiting.splice(index, 1);
      if (!next) break;
      sequence.push(...(next[0] === end ? next : next.toReversed()).slice(1));
    }
    sequences.push(sequence);
  }
  return sequences;
}
