import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { YIELD_AT_MOST_MS, yieldWhile } from './yield.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Lets this time pass. Returns whether the yield has ended by then. */
async function hasEnded(yielding: Promise<void>, afterMs: number): Promise<boolean> {
  let isOver = false;
  void yielding.then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(afterMs);
  return isOver;
}

test('a batch of positions does not wait while few streams are opening', async () => {
  expect(
    await hasEnded(
      yieldWhile(() => false),
      0,
    ),
  ).toBe(true);
});

test('a batch of positions waits until the streams are open', async () => {
  let areOpening = true;
  const yielding = yieldWhile(() => areOpening);
  expect(await hasEnded(yielding, 100)).toBe(false);
  areOpening = false;
  expect(await hasEnded(yielding, 10)).toBe(true);
});

test('a batch of positions stops waiting for streams that never open', async () => {
  const yielding = yieldWhile(() => true);
  expect(await hasEnded(yielding, YIELD_AT_MOST_MS - 10)).toBe(false);
  expect(await hasEnded(yielding, 20)).toBe(true);
});
