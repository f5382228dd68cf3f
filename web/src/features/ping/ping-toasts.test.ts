import { ApiError } from '@trace/contract/kernel/client';
import { refusalStatus, type RefusalCode } from '@trace/contract/kernel/errors';
import type { PingOutcome } from '@trace/contract/ping/ping.schema';
import { expect, test } from 'vitest';
import { formatDay, formatTime } from '#lib/format.ts';
import { toastOf } from './ping-toasts.ts';
import { toastOfFailure } from './ping-refusals.ts';

const refused = (code: RefusalCode, message: string) =>
  new ApiError(refusalStatus[code], { code, message, requestId: 'r' });

test.each<[PingOutcome, string]>([
  [
    { outcome: 'no_fix', id: 'p', charged: true },
    'Device did not respond with valid GPS coordinates. Check device GPS antenna. The device answered without a position, so this ping counts towards your daily limit.',
  ],
  [{ outcome: 'failed', id: 'p', charged: false, message: 'GPS is off' }, 'GPS is off'],
  [
    { outcome: 'unreachable', id: 'p', charged: false },
    'The device could not be reached, so this ping does not count.',
  ],
])('toast for %j says whether the ping counts [PING-02]', (outcome, text) => {
  expect(toastOf(outcome, { serialNumber: 'Trace_1', deviceName: 'Work ute' }, 'user').text).toBe(text);
});

test('a wait shows the expected wake time, with the day if on another day [PING-09]', () => {
  const wait = (expectedAt: string): PingOutcome =>
    ({ outcome: 'waiting', id: 'p', charged: false, expectedAt, endsAt: expectedAt }) as const;
  const textOfWait = (expectedAt: string) =>
    toastOf(wait(expectedAt), { serialNumber: 'Trace_1', deviceName: 'Boat' }, 'user').text;
  const soon = new Date().toISOString();
  expect(textOfWait(soon)).toBe(
    `Boat is asleep. The ping will be sent when it wakes, expected at ${formatTime(soon)}.`,
  );
  const later = '2020-03-04T12:00:00.000Z';
  expect(textOfWait(later)).toContain(`expected at ${formatDay(later, Date.now())}, ${formatTime(later)}.`);
});

test('any other failed answer shows its status and the reason [PING-10]', () => {
  expect(toastOfFailure(refused('conflict', 'A ping is under way.'), 'Trace_1')).toMatchObject({
    title: 'Command failed: 409',
    text: 'A ping is under way.',
  });
  expect(toastOfFailure(new ApiError(502, null), 'Trace_1').title).toBe('Command failed: 502');
  expect(toastOfFailure(new ApiError(0, null), 'Trace_1').title).toBe('Ping Failed');
});

test('the toasts about the pings of a device are about the same, so that they replace each other [UDASH-12]', () => {
  const device = { serialNumber: 'Trace_1', deviceName: 'Boat' };
  const about = [
    toastOf({ outcome: 'unreachable', id: 'p', charged: false }, device, 'user').about,
    toastOf({ outcome: 'unreachable', id: 'p', charged: false }, device, 'installer').about,
    toastOfFailure(new ApiError(502, null), 'Trace_1').about,
  ];
  expect(new Set(about)).toEqual(new Set(['ping Trace_1']));
});
