import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createStatusPoller } from './device-status-poller.ts';

const SECOND_MS = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A poller whose questions succeed until `isBroken`; each waits the whole random second. */
function watched() {
  const world = { asked: [] as string[], failed: [] as string[], isBroken: false };
  const poller = createStatusPoller({
    ask: async (serial) => {
      world.asked.push(serial);
      if (world.isBroken) throw new Error('no answer');
    },
    onCheckFailed: (serial) => world.failed.push(serial),
    random: () => 1,
  });
  return { world, poller };
}

test('STAT-04 devices are asked within a second, and again after 45 s, until it is stopped', async () => {
  const { world, poller } = watched();
  const stop = poller.run(['Trace_0']);
  expect(world.asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  expect(world.asked).toEqual(['Trace_0']);
  await vi.advanceTimersByTimeAsync(46 * SECOND_MS);
  expect(world.asked).toHaveLength(2);
  stop();
  await vi.advanceTimersByTimeAsync(600 * SECOND_MS);
  expect(world.asked).toHaveLength(2);
});

test('STAT-04 the third failure in a row is told once, and success resets', async () => {
  const { world, poller } = watched();
  world.isBroken = true;
  onTestFinished(poller.run(['Trace_0']));
  await vi.advanceTimersByTimeAsync(200 * SECOND_MS);
  expect([world.asked.length, world.failed.length]).toEqual([2, 0]);
  await vi.advanceTimersByTimeAsync(80 * SECOND_MS);
  expect([world.asked.length, world.failed.length]).toEqual([3, 1]);
  await vi.advanceTimersByTimeAsync(362 * SECOND_MS);
  expect([world.asked.length, world.failed.length]).toEqual([4, 1]);
  world.isBroken = false;
  poller.refresh('Trace_0');
  await vi.advanceTimersByTimeAsync(0);
  expect(poller.readChecks().get('Trace_0')?.failures).toBe(0);
});

test('STAT-04 a check by hand goes round the limits and tells its failure at once', async () => {
  const { world, poller } = watched();
  world.isBroken = true;
  poller.refresh('Trace_0');
  poller.refresh('Trace_0');
  await vi.advanceTimersByTimeAsync(0);
  expect(world.asked).toHaveLength(2);
  expect(world.failed).toEqual(['Trace_0', 'Trace_0']);
});
