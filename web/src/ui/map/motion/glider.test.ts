import { expect, test } from 'vitest';
import { createGlider } from './glider.ts';
import type { Glider } from './glider.ts';

function look(glider: Glider, nowMs: number) {
  const places: Record<string, { lng: number; lat: number }> = {};
  const isMoving = glider.visitAt(nowMs, (id, place) => {
    places[id] = place;
  });
  return { places, isMoving };
}

test('each marker glides for its own time and arrives exactly [LIVE-04]', () => {
  const glider = createGlider();
  glider.setTargets(
    [
      { id: 'a', lng: 0, lat: 0, glideMs: 1_500 },
      { id: 'b', lng: 0, lat: 0, glideMs: 4_000 },
    ],
    0,
  );
  glider.setTargets(
    [
      { id: 'a', lng: 10, lat: 2, glideMs: 1_500 },
      { id: 'b', lng: 10, lat: 2, glideMs: 4_000 },
    ],
    100,
  );
  expect(look(glider, 850).places['a']).toEqual({ lng: 5, lat: 1 });
  const later = look(glider, 1_600);
  expect(later.places['a']).toEqual({ lng: 10, lat: 2 });
  expect(later.places['b']!.lng).toBeLessThan(5);
  expect(later.isMoving).toBe(true);
  expect(look(glider, 4_100)).toEqual({ places: { a: { lng: 10, lat: 2 }, b: { lng: 10, lat: 2 } }, isMoving: false });
});

test('a new marker appears at its place at once, and missing markers are dropped', () => {
  const glider = createGlider();
  glider.setTargets([{ id: 'a', lng: 1, lat: 1, glideMs: 1_500 }], 0);
  expect(look(glider, 0)).toEqual({ places: { a: { lng: 1, lat: 1 } }, isMoving: false });
  glider.setTargets([], 10);
  expect(look(glider, 10).places).toEqual({});
});

test('a new target on the way starts from where the marker is, without a jump', () => {
  const glider = createGlider();
  const target = (lng: number) => [{ id: 'a', lng, lat: 0, glideMs: 1_000 }];
  glider.setTargets(target(0), 0);
  glider.setTargets(target(10), 0);
  const before = look(glider, 500).places['a'];
  glider.setTargets(target(20), 500);
  expect(look(glider, 500).places['a']).toEqual(before);
});

test('a glide over the antimeridian takes the short way', () => {
  const glider = createGlider();
  glider.setTargets([{ id: 'a', lng: 179, lat: 0, glideMs: 1_000 }], 0);
  glider.setTargets([{ id: 'a', lng: -179, lat: 0, glideMs: 1_000 }], 0);
  expect(look(glider, 500).places['a']!.lng).toBe(180);
  expect(look(glider, 750).places['a']!.lng).toBeLessThan(-179);
});
