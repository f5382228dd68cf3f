import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { createNeighbours } from './neighbours.ts';

const LONG_MS = 60_000;

test('a lane waits for neighbours until enough messages are there', async () => {
  const neighbours = createNeighbours({ waitMs: LONG_MS, enough: () => 3 });
  let isOver = false;
  const waiting = neighbours.arrive(1).then(() => (isOver = true));
  neighbours.noteArrival(2);
  await Promise.resolve();
  expect(isOver).toBe(false);
  neighbours.noteArrival(3);
  await waiting;
});

test('a lane with enough messages does not wait for neighbours', async () => {
  await expect(createNeighbours({ waitMs: LONG_MS, enough: () => 3 }).arrive(3)).resolves.toBeUndefined();
});

describe('over time', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** Lets this time pass. Returns whether the lane has stopped to wait by then. */
  async function hasEnded(waiting: Promise<void>, afterMs: number): Promise<boolean> {
    let isOver = false;
    void waiting.then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(afterMs);
    return isOver;
  }

  test('a lane waits for neighbours at most for the given time', async () => {
    const waiting = createNeighbours({ waitMs: 5, enough: () => 3 }).arrive(1);
    expect(await hasEnded(waiting, 4)).toBe(false);
    expect(await hasEnded(waiting, 1)).toBe(true);
  });

  test('a lane whose messages went to another lane waits anew', async () => {
    const neighbours = createNeighbours({ waitMs: 5, enough: () => 3 });
    neighbours.noteArrival(1);
    neighbours.leave();
    await vi.advanceTimersByTimeAsync(4);
    neighbours.noteArrival(1);
    expect(await hasEnded(neighbours.arrive(1), 4)).toBe(false);
  });

  test('a lane counts the wait from its oldest message', async () => {
    const neighbours = createNeighbours({ waitMs: 20, enough: () => 3 });
    neighbours.noteArrival(1);
    await vi.advanceTimersByTimeAsync(15);
    neighbours.noteArrival(2);
    const waiting = neighbours.arrive(2);
    expect(await hasEnded(waiting, 4)).toBe(false);
    expect(await hasEnded(waiting, 1)).toBe(true);
  });

  test('a lane waits for each batch anew', async () => {
    const neighbours = createNeighbours({ waitMs: 10, enough: () => 3 });
    neighbours.noteArrival(1);
    await vi.advanceTimersByTimeAsync(30);
    expect(await hasEnded(neighbours.arrive(1), 0)).toBe(true);
    neighbours.noteArrival(1);
    expect(await hasEnded(neighbours.arrive(1), 9)).toBe(false);
  });
});
