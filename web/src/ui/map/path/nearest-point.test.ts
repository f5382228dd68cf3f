import { expect, test } from 'vitest';
import { flattenPath, nearestPoint } from './nearest-point.ts';
import { createPathModel } from './path-model.ts';

/** At zoom 9, a degree is 728 px wide. */
const view = { centre: { lat: 0, lng: 0 }, zoom: 9, widthPx: 800, heightPx: 600 };
const DEGREE_PX = (512 * 2 ** 9) / 360;
const near = { lanePx: 6, reachPx: 16 };
const run = (...lngs: number[]) => ({ isGap: false, points: lngs.map((lng, at) => ({ lat: 0, lng, at })) });
const flat = (...segments: ReturnType<typeof run>[]) => flattenPath(createPathModel(segments));

test('the nearest point is found along the line between two points [PATH-04]', () => {
  const path = flat(run(-0.2, 0.2));
  const at = (degrees: number, down = 0) => ({ x: 400 + degrees * DEGREE_PX, y: 300 + down });
  expect(nearestPoint(path, at(-0.05, 10), view, near)).toBe(0);
  expect(nearestPoint(path, at(0.05, -10), view, near)).toBe(1);
  expect(nearestPoint(path, at(0.05, 20), view, near)).toBeNull();
});

test('each direction of a way to and fro can be pointed at in its lane [PATH-04]', () => {
  const path = flat(run(-0.2, 0, 0.2, 0, -0.2));
  const at = (y: number) => nearestPoint(path, { x: 400 - 0.15 * DEGREE_PX, y }, view, near);
  // The way to the east keeps to the south, its right.
  expect(at(303)).toBe(0);
  expect(at(297)).toBe(4);
});

test('a gap has no point to point at [PATH-04]', () => {
  const gap = { ...run(-0.2, 0.2), isGap: true };
  expect(nearestPoint(flat(gap), { x: 400, y: 300 }, view, near)).toBeNull();
});
