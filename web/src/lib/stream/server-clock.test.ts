import { afterEach, expect, test, vi } from 'vitest';
import { noteServerTime, lastResponseAt, serverNowMs } from './server-clock.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('what a page shows is as old as the last word of the server, whose clock is the one that counts', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00Z') });
  expect(lastResponseAt()).toBeNull();
  expect(serverNowMs()).toBe(Date.now());
  noteServerTime('Sun, 22 Nov 2026 09:58:00 GMT');
  expect(lastResponseAt()).toBe(Date.parse('2026-11-22T10:00:00Z'));
  vi.setSystemTime('2026-11-22T10:00:30Z');
  // Without a clock of its own, as an event of the stream, or with one that nobody can read.
  noteServerTime();
  noteServerTime('yesterday');
  expect(lastResponseAt()).toBe(Date.parse('2026-11-22T10:00:30Z'));
  expect(serverNowMs()).toBe(Date.parse('2026-11-22T09:58:30Z'));
});
