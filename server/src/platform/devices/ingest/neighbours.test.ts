import { expect, test } from 'vitest';

import { createNeighbours } from './neighbours.ts';

const LONG_MS = 60_000;

test('a lane waits for neighbours until enough messages are there', async () => {
  const neighbours = createNeighbours({ waitMs: LONG_MS, enough: 3 });
  let isOver = false;
  const waiting = neighbours.arrive(1).then(() => (isOver = true));
  neighbours.noteArrival(2);
  await Promise.resolve();
  expect(isOver).toBe(false);
  neighbours.noteArrival(3);
  await waiting;
});

test('a lane with enough messages does not wait for neighbours', async () => {
  await expect(createNeighbours({ waitMs: LONG_MS, enough: 3 }).arrive(3)).resolves.toBeUndefined();
});

test('a lane waits for neighbours at most for the given time', async () => {
  const neighbours = createNeighbours({ waitMs: 5, enough: 3 });
  const fromMs = performance.now();
  await neighbours.arrive(1);
  expect(performance.now() - fromMs).toBeGreaterThanOrEqual(4);
});

test('a lane does not wait again for a message that waited during the previous batch', async () => {
  const neighbours = createNeighbours({ waitMs: 20, enough: 3 });
  neighbours.noteArrival(1);
  await new Promise((resolve) => setTimeout(resolve, 30));
  const fromMs = performance.now();
  await neighbours.arrive(1);
  expect(performance.now() - fromMs).toBeLessThan(15);
});

test('a lane waits for each batch anew', async () => {
  const neighbours = createNeighbours({ waitMs: 10, enough: 3 });
  neighbours.noteArrival(1);
  await neighbours.arrive(1);
  neighbours.noteArrival(1);
  const fromMs = performance.now();
  await neighbours.arrive(1);
  expect(performance.now() - fromMs).toBeGreaterThanOrEqual(8);
});
