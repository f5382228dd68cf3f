import type { Toast } from '#ui/dialogs/toast-list.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import type { QueryClient } from '@tanstack/react-query';
import type { PingOutcome, PingWait } from '@trace/contract/ping/ping.schema';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import { expectAnswer, expectWake, takeExpected, type ExpectedPing } from './ping-expected.ts';
import { toastOfLocated } from '../ping-locate-outcomes.ts';
import { toastOf } from '../ping-outcomes.ts';
import { rememberOutcome, sendCancel, sendPing } from '../ping.queries.ts';
import { rememberWait, waitOf } from './ping.waits.queries.ts';

/** Whose words: a user reads of a ping, an installer of a location request. */
export type PingArea = 'user' | 'installer';

/** The toast for the state or outcome of a ping, per area. */
const toasts: Record<PingArea, (outcome: PingOutcome, ping: ExpectedPing) => Toast> = {
  user: toastOf,
  installer: toastOfLocated,
};

/** Sends a ping. Each press creates a new ping. */
export async function askDevice(queryClient: QueryClient, ping: ExpectedPing, area: PingArea): Promise<PingOutcome> {
  const id = crypto.randomUUID();
  expectAnswer(id, ping);
  const outcome = await sendPing(ping.serialNumber, id);
  settlePing(queryClient, ping, outcome, area);
  if (outcome.outcome === 'waiting') showToast(toasts[area](outcome, ping));
  return outcome;
}

/**
 * Cancels a wait before the device wakes (PING-09). If the device has already been asked, its answer is still pending.
 */
export async function cancelWait(queryClient: QueryClient, wait: PingWait, area: PingArea): Promise<void> {
  const outcome = await sendCancel(wait.id);
  settlePing(queryClient, wait, outcome, area);
  if (outcome.outcome === 'waiting') showToast({ tone: 'info', text: pingTexts.goneOut(wait.deviceName) });
}

/**
 * Applies the state or outcome of a ping, whether answered, pushed or polled. Updates the shown data and shows the
 * outcome once, on a visible page.
 */
export function settlePing(queryClient: QueryClient, ping: ExpectedPing, outcome: PingOutcome, area: PingArea): void {
  const wait = waitOf(ping, outcome);
  rememberOutcome(queryClient, ping.serialNumber, outcome);
  rememberWait(queryClient, outcome.id, wait);
  if (wait) return expectWake(wait);
  whenVisible(() => {
    const expected = takeExpected(outcome.id);
    if (expected) showToast(toasts[area](outcome, expected));
  });
}

/**
 * Waits until the page is visible. A toast disappears within seconds, so a user misses a toast shown in the background.
 */
function whenVisible(act: () => void): void {
  if (document.visibilityState === 'visible') return act();
  document.addEventListener('visibilitychange', () => whenVisible(act), { once: true });
}
