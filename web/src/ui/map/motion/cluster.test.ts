import { expect, test } from 'vitest';
import { clusterDots, type ClusterView } from './cluster.ts';

const view: ClusterView = { centre: { lng: 151, lat: -33.9 }, zoom: 12, widthPx: 1_000, heightPx: 600 };
const at = (lng: number, lat: number) => ({ lng, lat });

test('dots close together become a group with a count at their middle, a lone dot keeps its place [MAP-02]', () => {
  const near = [at(151, -33.9), at(151.0001, -33.9001), at(151.0002, -33.9)];
  const clusters = clusterDots([...near, at(151.05, -33.92)], view, 56);
  expect(clusters.map(({ count }) => count)).toEqual([3, 1]);
  const [three, one] = clusters;
  expect(three!.x).toBeCloseTo(500.6, 0);
  expect(three!.y).toBeCloseTo(300.2, 0);
  expect(one).toMatchObject({ index: 3, count: 1 });
});

test('dots outside the view are left out, and at the antimeridian the nearer copy is drawn [MAP-02]', () => {
  expect(clusterDots([at(10, 50)], view, 56)).toEqual([]);
  const fiji = { ...view, centre: at(179.99, -17) };
  expect(clusterDots([at(-179.99, -17)], fiji, 56)[0]!.x).toBeCloseTo(500 + (0.02 / 360) * 512 * 2 ** 12, 1);
});

test('a small move of the view keeps the groups unchanged [MAP-02]', () => {
  const dots = Array.from({ length: 400 }, (_, n) =>
    at(151 + ((n * 37) % 200) / 4_000, -33.9 + ((n * 91) % 300) / 9_000),
  );
  const groups = (lng: number) =>
    clusterDots(dots, { ...view, centre: at(lng, -33.9) }, 56)
      .map(({ index, count }) => `${index}:${count}`)
      .toSorted();
  expect(groups(151.001)).toEqual(groups(151));
});
