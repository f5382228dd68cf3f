import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { createStatusPoller } from './device-status-poller.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A poller whose questions succeed until `isBroken`; each waits the whole random second, and then until `hold` ends. */
function watched() {
  const world = { asked: [] as string[], kept: [] as string[], isBroken: false, hold: Promise.resolve() };
  const poller = createStatusPoller({
    ask: async (serial) => {
      world.asked.push(serial);
      const answer = `answer ${world.asked.length}`;
      await world.hold;
      if (world.isBroken) throw new Error('no answer');
      return answer;
    },
    keep: (_serial, answer) => world.kept.push(answer),
    knownAt: () => 0,
    random: () => 1,
  });
  const failures = () => poller.readChecks().get('Trace_0')?.failures;
  const nextAt = () => poller.readChecks().get('Trace_0')?.nextAt;
  return { world, poller, failures, nextAt };
}

test('polls devices within a second and again after 45 s until polling stops [STAT-04]', async () => {
  const { world, poller } = watched();
  const stop = poller.run(['Trace_0']);
  // So that not all pages ask at once.
  await vi.advanceTimersByTimeAsync(SECOND_MS - 1);
  expect(world.asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(world.asked).toEqual(['Trace_0']);
  await vi.advanceTimersByTimeAsync(46 * SECOND_MS);
  expect(world.asked).toHaveLength(2);
  stop();
  await vi.advanceTimersByTimeAsync(600 * SECOND_MS);
  expect(world.asked).toHaveLength(2);
});

test('counts failures while polling, and resets the count on success and on stop [STAT-04]', async () => {
  const { world, poller, failures, nextAt } = watched();
  world.isBroken = true;
  const stop = poller.run(['Trace_0']);
  await vi.advanceTimersByTimeAsync(280 * SECOND_MS);
  expect([world.asked.length, failures()]).toEqual([3, 3]);
  world.isBroken = false;
  expect(await poller.refresh('Trace_0')).toBe(true);
  expect(failures()).toBe(0);
  world.isBroken = true;
  await vi.advanceTimersByTimeAsync(46 * SECOND_MS);
  expect(failures()).toBe(1);
  stop();
  expect([failures(), nextAt()]).toEqual([0, null]);
});

test('a manual check bypasses the limits, and its failure schedules no retry [STAT-04]', async () => {
  const { world, poller, failures, nextAt } = watched();
  world.isBroken = true;
  expect(await poller.refresh('Trace_0')).toBe(false);
  expect(await poller.refresh('Trace_0')).toBe(false);
  expect(world.asked).toHaveLength(2);
  expect([failures(), nextAt()]).toEqual([0, null]);
  await vi.advanceTimersByTimeAsync(600 * SECOND_MS);
  expect(world.asked).toHaveLength(2);
});

test('a pushed status resets the failures and makes a pending answer stale [STAT-04]', async () => {
  const { world, poller, failures } = watched();
  world.isBroken = true;
  onTestFinished(poller.run(['Trace_0']));
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  expect(failures()).toBe(1);
  poller.hear('Trace_0');
  expect(failures()).toBe(0);
  world.isBroken = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  world.hold = promise;
  const checked = poller.refresh('Trace_0');
  poller.hear('Trace_0');
  resolve();
  expect([await checked, world.kept]).toEqual([true, []]);
});

test('keeps only the newer answer of two concurrent checks of a device [STAT-04]', async () => {
  const { world, poller } = watched();
  const { promise, resolve } = Promise.withResolvers<void>();
  world.hold = promise;
  const both = [poller.refresh('Trace_0'), poller.refresh('Trace_0')];
  resolve();
  await Promise.all(both);
  expect(world.kept).toEqual(['answer 2']);
});

test('cancels scheduled polls when the poller stops [STAT-04]', async () => {
  const { world, poller } = watched();
  const stop = poller.run(['Trace_0']);
  await vi.advanceTimersByTimeAsync(SECOND_MS / 2);
  stop();
  await vi.advanceTimersByTimeAsync(60 * SECOND_MS);
  expect(world.asked).toEqual([]);
});
