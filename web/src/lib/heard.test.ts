import { afterEach, expect, test, vi } from 'vitest';
import { hearServer, lastHeardAt, serverNowMs } from './heard.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('what a page shows is as old as the last word of the server, whose clock is the one that counts', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00Z') });
  expect(lastHeardAt()).toBeNull();
  expect(serverNowMs()).toBe(Date.now());
  hearServer('Sun, 22 Nov 2026 09:58:00 GMT');
  expect(lastHeardAt()).toBe(Date.parse('2026-11-22T10:00:00Z'));
  vi.setSystemTime('2026-11-22T10:00:30Z');
  // Without a clock of its own, as an event of the stream, or with one that nobody can read.
  hearServer();
  hearServer('yesterday');
  expect(lastHeardAt()).toBe(Date.parse('2026-11-22T10:00:30Z'));
  expect(serverNowMs()).toBe(Date.parse('2026-11-22T09:58:30Z'));
});
