import type { Verification } from '@trace/contract/devices/registration/devices.registration.schema';
import { expect, test, vi } from 'vitest';
import { attemptUntilSettled, type VerifyState } from './devices-verify-attempts.ts';

const free: Verification = {
  serialNumber: 'Trace_7C04',
  state: 'free',
  needsClaimCode: false,
  retry: false,
  details: null,
};
const away: Verification = { ...free, state: 'not_in_registry', retry: true };

/** Returns these answers in turn, repeating the last answer, and records the time of each attempt. */
function attemptsWith(answers: Verification[]) {
  vi.useFakeTimers();
  const controller = new AbortController();
  const askedAtMs: number[] = [];
  const shown: VerifyState[] = [];
  const beganAt = Date.now();
  const end = attemptUntilSettled({
    attempt: () => {
      askedAtMs.push(Date.now() - beganAt);
      return Promise.resolve(answers[Math.min(askedAtMs.length, answers.length) - 1]!);
    },
    show: (state) => shown.push(state),
    signal: controller.signal,
  });
  return { end, askedAtMs, shown, controller };
}

test('gives up after six attempts, 2 s × attempt apart, with the reason [REG-03]', async () => {
  const { end, askedAtMs } = attemptsWith([away]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedAtMs).toEqual([0, 4_000, 10_000, 18_000, 28_000, 40_000]);
  expect(await end).toMatchObject({ phase: 'failed', words: /start the device first/ });
});

test('stops waiting as soon as the device is found [REG-03]', async () => {
  const { end, askedAtMs, shown } = attemptsWith([away, away, free]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await end).toEqual({ phase: 'verified', verification: free });
  expect(askedAtMs).toEqual([0, 4_000, 10_000]);
  expect(shown.map((state) => ('attempt' in state ? `${state.phase} ${state.attempt}` : state.phase))).toEqual([
    'asking 1',
    'waiting 2',
    'asking 2',
    'waiting 3',
    'asking 3',
  ]);
});

test('does not retry after a final answer or a cancellation [REG-03]', async () => {
  const refused = attemptsWith([{ ...away, state: 'registered', retry: false }]);
  expect(await refused.end).toMatchObject({ phase: 'failed', words: 'This device is already registered.' });
  const cancelled = attemptsWith([away]);
  await vi.advanceTimersByTimeAsync(1_000);
  cancelled.controller.abort();
  expect(await cancelled.end).toEqual({ phase: 'open' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(cancelled.askedAtMs).toEqual([0]);
});

test.each([
  [{ state: 'other_letter_case' }, /different letter case/],
  [{ serialNumber: 'VX-1' }, 'This device is not in the device registry. Register it in the IoT registry first.'],
  [
    { state: 'registered', details: { name: 'Ava Lindqvist', isYou: false, at: '2026-11-02T00:00:00.000Z' } },
    /^This device was already registered by Ava Lindqvist on .*Nov/,
  ],
  [
    { state: 'registered', details: { name: 'Sam Okafor', isYou: true, at: '2026-11-02T00:00:00.000Z' } },
    /^You already registered this device on .*Nov/,
  ],
] as const)('shows why a device cannot be registered: %j [REG-02]', async (change, words) => {
  const { end } = attemptsWith([{ ...away, retry: false, ...change }]);
  const state = await end;
  expect(state.phase === 'failed' && state.words).toEqual(expect.stringMatching(words));
  // Only the caller's own device can be shown.
  const isOwn = 'details' in change && change.details.isYou;
  expect(state.phase === 'failed' && state.ownSerial).toBe(isOwn ? away.serialNumber : undefined);
});
