import { expect, test } from 'vitest';
import { createManualClock, createSystemClock } from './clock.ts';
import { createRandom } from './random.ts';

test('timers run in order of due time, and simultaneous timers in the order of creation', () => {
  const clock = createManualClock(0);
  const random = createRandom(4);
  const set: { atMs: number; index: number }[] = [];
  const run: { atMs: number; index: number }[] = [];
  for (let index = 0; index < 500; index += 1) {
    const timer = { atMs: Math.floor(random.between(1, 100)), index };
    set.push(timer);
    clock.after(timer.atMs, () => {
      expect(clock.nowMs()).toBe(timer.atMs);
      run.push(timer);
    });
  }
  clock.advance(100);
  expect(run).toEqual(set.toSorted((one, other) => one.atMs - other.atMs || one.index - other.index));
});

test('a cancelled timer stays silent, and a timer set by a timer runs in the same advance when due', () => {
  const clock = createManualClock(0);
  const seen: string[] = [];
  const cancel = clock.after(10, () => seen.push('cancelled'));
  clock.after(5, () => {
    cancel();
    clock.after(5, () => seen.push('second'));
  });
  clock.advance(10);
  expect(seen).toEqual(['second']);
});

test('the machine clock runs its timers in order and never early', async () => {
  const clock = createSystemClock();
  const startedAtMs = performance.now();
  const seen: number[] = [];
  await new Promise<void>((resolve) => {
    clock.after(30, () => {
      seen.push(30);
      resolve();
    });
    clock.after(10, () => seen.push(10));
    clock.after(20, () => seen.push(20))();
  });
  expect(seen).toEqual([10, 30]);
  expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(30);
});
