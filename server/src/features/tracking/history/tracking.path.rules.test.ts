import { expect, test } from 'vitest';
import { mergePings } from './tracking.path.rules.ts';

const positions = { at: [10, 20, 30], lat: [1, 2, 3], lng: [11, 12, 13] };
const nothing = { at: [], lat: [], lng: [] };

test('places pings among the positions by time, and after a position of the same instant [PATH-01]', () => {
  const pings = [5, 20, 40].map((ms) => ({ at: new Date(ms), lat: -ms, lng: -ms }));
  expect(mergePings(positions, pings)).toEqual({
    at: [5, 10, 20, 20, 30, 40],
    lat: [-5, 1, 2, -20, 3, -40],
    lng: [-5, 11, 12, -20, 13, -40],
    pings: [0, 3, 5],
  });
});

test('the path is only positions without pings, and only pings without positions [PATH-01]', () => {
  expect(mergePings(positions, [])).toEqual({ ...positions, pings: [] });
  expect(mergePings(nothing, [{ at: new Date(7), lat: 1, lng: 2 }])).toEqual({
    at: [7],
    lat: [1],
    lng: [2],
    pings: [0],
  });
  expect(mergePings(nothing, [])).toEqual({ ...nothing, pings: [] });
});
