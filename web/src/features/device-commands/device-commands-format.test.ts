import { afterEach, expect, test } from 'vitest';
import { setZone } from '#lib/format.ts';
import { formatLogLine } from './device-commands-format.ts';

afterEach(() => setZone(null));

test("a log line shows its time in the user's zone [CTRL-01]", () => {
  setZone('Australia/Sydney');
  const line = formatLogLine('2026-11-24T22:15:07.120Z GPS powered on');
  expect(line).toMatch(/25.* 9:15:07.*GPS powered on$/);
  expect(line).not.toContain('22:15');
});

test.each(['booted', '09:40:58 woken by command', '2026-99-99T99:99:99Z fix', ''])(
  'a log line without a valid UTC time stays unchanged: %j [CTRL-01]',
  (line) => expect(formatLogLine(line)).toBe(line),
);
