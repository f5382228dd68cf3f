import { expect, test } from 'vitest';
import { instantOfWallTime, wallTimeOf } from './wall-time.ts';

test.each([
  ['2026-11-26T02:00', 'Australia/Sydney', '2026-11-25T15:00:00.000Z'],
  ['2026-11-26T02:00', 'America/St_Johns', '2026-11-26T05:30:00.000Z'],
  ['2026-11-26T00:00', 'Pacific/Kiritimati', '2026-11-25T10:00:00.000Z'],
  // Clocks in Sydney are put forward at 2 o'clock, and put back at 3 o'clock.
  ['2026-10-04T01:59', 'Australia/Sydney', '2026-10-03T15:59:00.000Z'],
  ['2026-10-04T03:00', 'Australia/Sydney', '2026-10-03T16:00:00.000Z'],
  ['2026-04-05T03:00', 'Australia/Sydney', '2026-04-04T17:00:00.000Z'],
  ['0026-11-26T02:00', 'Australia/Sydney', '0026-11-25T15:56:00.000Z'],
])('%s on the clocks of %s is %s, and back', (wallTime, timeZone, instant) => {
  expect(instantOfWallTime(wallTime, timeZone)).toBe(instant);
  expect(wallTimeOf(instant, timeZone)).toBe(wallTime);
});
