import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttleAsync } from './throttle.ts';

const PAUSE_MS = 3_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Records when the action runs and the number of triggers by then. Each run takes `answerMs`. */
function watched(answerMs = 10) {
  const done: string[] = [];
  let said = 0;
  const begin = Date.now();
  const work = throttleAsync(async () => {
    done.push(`${said} at ${Date.now() - begin}`);
    await new Promise((resolve) => void setTimeout(resolve, answerMs));
  }, PAUSE_MS);
  const tell = (times = 1) => {
    for (let time = 0; time < times; time += 1) {
      said += 1;
      work.trigger();
    }
  };
  return { ...work, done, tell };
}

test('runs at once on the first trigger, batches later triggers, and never loses the last', async () => {
  const { tell, done } = watched();
  tell(50);
  expect(done).toEqual(['1 at 0']);
  await vi.advanceTimersByTimeAsync(2_999);
  tell();
  expect(done).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(['1 at 0', '51 at 3000']);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(done).toHaveLength(2);
  tell();
  expect(done.at(-1)).toBe('52 at 6000');
});

test('runs once per pause during a continuous flood of triggers', async () => {
  const { tell, done } = watched();
  for (let second = 0; second < 10; second += 1) {
    tell(25);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(done).toEqual(['1 at 0', '75 at 3000', '150 at 6000', '225 at 9000', '250 at 12000']);
});

test('waits for a slow run, also if the run fails', async () => {
  const { tell, done } = watched(8_000);
  tell(2);
  await vi.advanceTimersByTimeAsync(7_999);
  expect(done).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(['1 at 0', '2 at 8000']);

  let tries = 0;
  const failing = throttleAsync(async () => {
    tries += 1;
    throw new Error('no network');
  }, PAUSE_MS);
  failing.trigger();
  failing.trigger();
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(tries).toBe(2);
});

test('stop returns whether a run is still due, and prevents further runs', async () => {
  const idle = watched();
  idle.tell();
  expect(idle.stop()).toBe(false);
  const busy = watched();
  busy.tell(2);
  expect(busy.stop()).toBe(true);
  busy.tell();
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(busy.done).toEqual(['1 at 0']);
});
