import { expect, test } from 'vitest';
import { isInside } from './frame.ts';
import type { MapFeature } from './features.ts';
import { readOpl, type Position } from './opl.ts';
import { streetFeatures } from './street-layers.ts';

const frame = { west: 0, south: 0, east: 0.01, north: 0.01 };
const opl = (lines: readonly string[]) => readOpl(lines.join('\n'));
const node = (id: number, lng: number, lat: number, tags = '') => `n${id} v1 T${tags} x${lng} y${lat}`;
const way = (id: number, tags: string, nodes: readonly number[]) =>
  `w${id} v1 T${tags} N${nodes.map((nodeId) => `n${nodeId}`).join(',')}`;

/** The outer rings of a layer. */
function ringsOf(features: readonly MapFeature[], layer: string): Position[][] {
  return features
    .filter((feature) => feature.layer === layer && feature.geometry.type === 'Polygon')
    .map(({ geometry }) => (geometry.coordinates as Position[][])[0] ?? []);
}

const covers = (rings: readonly Position[][], at: Position) => rings.some((ring) => isInside(at, ring));

test('the sea lies right of a coastline and reaches the edge of the frame [MAP-04]', () => {
  // The coast runs northward and ends short of the edges, as every line of an extract does.
  const data = opl([
    node(1, 0.006, 0.0005),
    node(2, 0.007, 0.005),
    node(3, 0.006, 0.0095),
    way(1, 'natural=coastline', [1, 2, 3]),
  ]);
  const sea = ringsOf(streetFeatures(data, frame), 'water');
  expect(covers(sea, [0.009, 0.005])).toBe(true);
  expect(covers(sea, [0.0099, 0.0099])).toBe(true);
  expect(covers(sea, [0.003, 0.005])).toBe(false);
});

test('two coastlines bound a single strait [MAP-04]', () => {
  const data = opl([
    node(1, 0.004, 0.0095),
    node(2, 0.004, 0.0005),
    node(3, 0.006, 0.0005),
    node(4, 0.006, 0.0095),
    // Land is left of each: the western shore runs south to north on its own side, the eastern shore north to south.
    way(1, 'natural=coastline', [2, 1]),
    way(2, 'natural=coastline', [4, 3]),
  ]);
  const sea = ringsOf(streetFeatures(data, frame), 'water');
  expect(sea).toHaveLength(1);
  expect(covers(sea, [0.005, 0.005])).toBe(true);
  expect(covers(sea, [0.002, 0.005])).toBe(false);
  expect(covers(sea, [0.008, 0.005])).toBe(false);
});

test('the whole frame is land where no coastline says otherwise [MAP-04]', () => {
  const features = streetFeatures(opl([]), frame);
  expect(covers(ringsOf(features, 'earth'), [0.0001, 0.0099])).toBe(true);
  expect(ringsOf(features, 'water')).toEqual([]);
});

test('a park that the frame cuts is closed along the edge of the frame [MAP-04]', () => {
  // Node 5 lies outside of the frame, so the extract lacks it.
  const data = opl([
    node(1, 0.006, 0.004),
    node(2, 0.006, 0.006),
    node(3, 0.0095, 0.0065),
    node(4, 0.0095, 0.0035),
    way(1, 'leisure=park', [1, 2, 3, 5, 4, 1]),
  ]);
  const parks = ringsOf(streetFeatures(data, frame), 'landuse');
  expect(covers(parks, [0.0098, 0.005])).toBe(true);
  expect(covers(parks, [0.0098, 0.008])).toBe(false);
});

test('the land that fades the edge covers the rim and leaves the middle free [MAP-04]', () => {
  const edges = streetFeatures(opl([]), frame).filter(({ layer }) => layer === 'edge');
  const coverings = (at: Position) =>
    edges.filter(({ geometry }) => {
      const [outer = [], hole = []] = geometry.coordinates as Position[][];
      return isInside(at, outer) && !isInside(at, hole);
    }).length;
  expect(coverings([0.005, 0.005])).toBe(0);
  const towardsEdge = [0.0094, 0.0097, 0.0101].map((lng) => coverings([lng, 0.005]));
  expect(towardsEdge).toEqual(towardsEdge.toSorted((a, b) => a - b));
  expect(new Set(towardsEdge).size).toBe(towardsEdge.length);
  expect(towardsEdge[2]).toBe(edges.length);
});

test('a passage below the streets is not drawn', () => {
  const nodes = [node(1, 0.002, 0.002), node(2, 0.004, 0.002)];
  const roadsOf = (tags: string) =>
    streetFeatures(opl([...nodes, way(1, tags, [1, 2])]), frame).filter(({ layer }) => layer === 'roads').length;
  expect(roadsOf('highway=footway')).toBe(1);
  expect(roadsOf('highway=footway,layer=-2')).toBe(0);
  expect(roadsOf('highway=service,tunnel=yes')).toBe(0);
});

test('a station appears once although its node, building and entrance carry the name', () => {
  const data = opl([
    node(1, 0.004, 0.004, 'railway=station,name=Central%20%Station'),
    node(2, 0.005, 0.004, 'railway=station,name=Central%20%Station'),
  ]);
  const names = streetFeatures(data, frame).filter(({ layer }) => layer === 'pois');
  expect(names.map(({ properties }) => properties['name'])).toEqual(['Central Station']);
});
