import { expect, test } from 'vitest';
import { readOpl } from './opl.ts';
import { fastestWay, nearestNode, roundTrips, streetGraph } from './street-graph.ts';

// A block: 1 and 2 in the south, 3 and 4 in the north. The southern street is one-way from 1 to 2.
const block = readOpl(
  [
    'n1 v1 T x0 y0',
    'n2 v1 T x0.001 y0',
    'n3 v1 T x0.001 y0.001',
    'n4 v1 T x0 y0.001',
    'n5 v1 T x-0.001 y0',
    'w1 v1 Thighway=residential,oneway=yes Nn1,n2',
    'w2 v1 Thighway=residential Nn2,n3,n4,n1',
    'w3 v1 Thighway=residential,oneway=yes Nn1,n5',
    'w4 v1 Thighway=footway Nn5,n1',
  ].join('\n'),
);
const graph = streetGraph(block);

test('a route follows a one-way street only in its direction [MAP-04]', () => {
  const nodesOf = (from: string, to: string) =>
    fastestWay(block, graph, [from, to], () => false).map(({ node }) => node);
  expect(nodesOf('1', '2')).toEqual(['2']);
  expect(nodesOf('2', '1')).toEqual(['3', '4', '1']);
});

test('a round uses no street from which a car cannot return [MAP-04]', () => {
  expect([...roundTrips(graph, '1')].toSorted()).toEqual(['1', '2', '3', '4']);
  expect(nearestNode(block, roundTrips(graph, '1'), [-0.001, 0])).toBe('1');
});
