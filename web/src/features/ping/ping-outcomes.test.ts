import { ApiError } from '@trace/contract/kernel/client';
import { refusalStatus, type RefusalCode } from '@trace/contract/kernel/errors';
import type { PingOutcome } from '@trace/contract/ping/ping.schema';
import { expect, test } from 'vitest';
import { toastOf, toastOfFailure } from './ping-outcomes.ts';

const refused = (code: RefusalCode, message: string) =>
  new ApiError(refusalStatus[code], { code, message, requestId: 'r' });

test.each<[PingOutcome, string | null]>([
  [
    { outcome: 'no_fix', id: 'p', charged: true },
    'Device did not respond with valid GPS coordinates. Check device GPS antenna. The device answered without a position, so this ping counts.',
  ],
  [{ outcome: 'failed', id: 'p', charged: false, message: 'GPS is off' }, 'GPS is off'],
  [
    { outcome: 'unreachable', id: 'p', charged: false },
    'The device could not be reached, so this ping does not count.',
  ],
  [{ outcome: 'waiting', id: 'p', charged: false, expectedAt: '', endsAt: '' }, null],
])('PING-02 %j says whether it counts', (outcome, text) => {
  expect(toastOf(outcome, 'Work ute')?.text ?? null).toBe(text);
});

test('PING-04 the limit of the day has its own words', () => {
  expect(toastOfFailure(refused('daily_ping_limit', 'no'))).toMatchObject({
    title: 'Daily Ping Limit Reached',
    text: "You've reached your daily ping limit of 30. Subscribe for unlimited pings.",
  });
});

test('PING-10 any other answer that is not OK says its status and the reason', () => {
  expect(toastOfFailure(refused('conflict', 'A ping is under way.'))).toMatchObject({
    title: 'Command failed: 409',
    text: 'A ping is under way.',
  });
  expect(toastOfFailure(new ApiError(502, null)).title).toBe('Command failed: 502');
  expect(toastOfFailure(new ApiError(0, null)).title).toBe('Ping Failed');
});
