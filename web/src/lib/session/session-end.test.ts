import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beforeSignOut, runSignOutCleanups } from './session-end.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('sign-out waits for cleanup, but a failed or hanging cleanup does not block sign-out [GUARD-06]', async () => {
  const done: string[] = [];
  const stops = [
    beforeSignOut(() => Promise.reject(new Error('no network'))),
    beforeSignOut(async () => done.push('undone')),
  ];
  await runSignOutCleanups();
  expect(done).toEqual(['undone']);
  stops.push(beforeSignOut(() => new Promise(() => {})));
  const saying = runSignOutCleanups();
  await vi.advanceTimersByTimeAsync(3_000);
  await saying;
  for (const stop of stops) stop();
  await runSignOutCleanups();
  expect(done).toEqual(['undone', 'undone']);
});
