import { expect, test } from 'vitest';
import { measureWay, pointAtProgress } from './path-way.ts';

const DEGREES_PER_M = 1 / 111_195;
const at = (eastM: number, second: number) => ({ lat: 0, lng: eastM * DEGREES_PER_M, at: second * 1_000 });
const line = (...points: ReturnType<typeof at>[]) => ({ points, isGap: false });

test('progress follows the way, not the time or the number of points [PATH-04]', () => {
  const way = measureWay([line(at(0, 0), at(100, 10), at(200, 5_000), at(400, 5_010))]);
  expect([...way.progress].map((share) => Number(share.toFixed(3)))).toEqual([0, 0.25, 0.5, 1]);
  expect(way.totalM).toBeCloseTo(400, 3);
});

test('drift of a standing device and gaps add nothing to the way [PATH-04]', () => {
  const drift = Array.from({ length: 1_000 }, (_, nth) => at(nth % 2 === 0 ? 0 : 20, nth));
  const gap = { points: [at(0, 1_000), at(5_000, 9_000)], isGap: true };
  const way = measureWay([line(...drift), gap, line(at(5_000, 9_000), at(5_100, 9_010))]);
  expect(way.totalM).toBeCloseTo(100, 3);
});

test('a share of the way leads to the last point reached, and a path that never moves goes by its points [PATH-04]', () => {
  const moving = measureWay([line(at(0, 0), at(100, 10), at(200, 20))]);
  expect([0, 0.49, 0.5, 1].map((share) => pointAtProgress(moving, share)?.at)).toEqual([0, 0, 10_000, 20_000]);
  const still = measureWay([line(at(0, 0), at(0, 10), at(0, 20))]);
  expect([0, 0.5, 1].map((share) => pointAtProgress(still, share)?.at)).toEqual([0, 10_000, 20_000]);
  expect(pointAtProgress(measureWay([]), 0.5)).toBeNull();
});

test('a way over the antimeridian is short [PATH-04]', () => {
  const points = [179.999, -179.999].map((lng, nth) => ({ lat: 0, lng, at: nth }));
  expect(measureWay([{ points, isGap: false }]).totalM).toBeCloseTo(222.4, 1);
});
