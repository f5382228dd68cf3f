import { afterEach, expect, test, vi } from 'vitest';
import { noteServerTime, lastResponseAt, serverNowMs } from './server-clock.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('keeps the time of the last response and follows the clock of the server', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00Z') });
  expect(lastResponseAt()).toBeNull();
  expect(serverNowMs()).toBe(Date.now());
  noteServerTime('Sun, 22 Nov 2026 09:58:00 GMT');
  expect(lastResponseAt()).toBe(Date.parse('2026-11-22T10:00:00Z'));
  vi.setSystemTime('2026-11-22T10:00:30Z');
  // Covers a response without a date, such as a stream event, and a response with an unreadable date.
  noteServerTime();
  noteServerTime('yesterday');
  expect(lastResponseAt()).toBe(Date.parse('2026-11-22T10:00:30Z'));
  expect(serverNowMs()).toBe(Date.parse('2026-11-22T09:58:30Z'));
});
