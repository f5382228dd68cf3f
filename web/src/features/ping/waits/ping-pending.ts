// Sends pings and shows each outcome once. An outcome arrives as an answer, as a pushed event or by polling.
import { isPassing } from '#lib/http/api.ts';
import type { Stop } from '#lib/stop.ts';
import { usePollWhileDisconnected } from '#lib/stream/poll-while-disconnected.ts';
import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { retryPauseMs } from '#lib/stream/stream.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { DataOf } from '@trace/contract/kernel/stream';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { PingOutcome, PingWait } from '@trace/contract/ping/ping.schema';
import { pingFinishedEvent } from '@trace/contract/ping/ping.stream';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import { useCallback, useEffect } from 'react';
import { aboutPing } from '../ping-subject.ts';
import { showLocation } from '../ping-located-store.ts';
import { toastOf, type PingArea, type PingedDevice } from '../ping-toasts.ts';
import { pingsKey, rememberOutcome, sendCancel, sendPing, type PingList } from '../ping.queries.ts';
import { expectAnswer, expectWake, readExpectedWaits, takeExpected } from './ping-expected.ts';
import { lookAtPing, pingWaitsQuery, rememberWait, waitOf } from './ping.waits.queries.ts';

/** Short, because a user is waiting for the outcome. */
const ASK_WHILE_CUT_MS = 15 * SECOND_MS;

/** Sends a ping. Each press creates a new ping. */
export async function askDevice(queryClient: QueryClient, ping: PingedDevice, area: PingArea): Promise<PingOutcome> {
  const id = crypto.randomUUID();
  expectAnswer(id, ping);
  const outcome = await sendPing(ping.serialNumber, id);
  settlePing(queryClient, ping, outcome, area);
  if (outcome.outcome === 'waiting') showToast({ ...toastOf(outcome, ping, area), isOnPage: true });
  return outcome;
}

/**
 * Cancels a wait before the device wakes (PING-09). If the device has already been asked, its answer is still pending.
 */
export async function cancelWait(queryClient: QueryClient, wait: PingWait, area: PingArea): Promise<void> {
  const outcome = await sendCancel(wait.id);
  settlePing(queryClient, wait, outcome, area);
  if (outcome.outcome === 'waiting')
    showToast({ tone: 'info', about: aboutPing(wait.serialNumber), text: pingTexts.goneOut(wait.deviceName) });
}

/**
 * Applies the state or outcome of a ping, whether answered, pushed or polled. Updates the shown data and shows the
 * outcome once, on a visible page.
 */
export function settlePing(queryClient: QueryClient, ping: PingedDevice, outcome: PingOutcome, area: PingArea): void {
  const wait = waitOf(ping, outcome);
  rememberOutcome(queryClient, ping.serialNumber, outcome);
  rememberWait(queryClient, outcome.id, wait);
  if (wait) return expectWake(wait);
  whenVisible(() => {
    const expected = takeExpected(outcome.id);
    if (!expected) return;
    showToast({ ...toastOf(outcome, expected, area), isOnPage: isListed(queryClient, outcome) });
    if (area === 'installer' && outcome.outcome === 'located') showLocation(outcome.location);
  });
}

/** Whether the page shows the position of the ping, on its map and in its list of pings. */
function isListed(queryClient: QueryClient, outcome: PingOutcome): boolean {
  if (outcome.outcome !== 'located') return false;
  const lists = queryClient.getQueryCache().findAll({ queryKey: pingsKey, type: 'active' });
  const { id } = outcome.location;
  return lists.some(({ state }) => (state.data as PingList | undefined)?.locations.some((each) => each.id === id));
}

/**
 * Waits until the page is visible. A toast disappears within seconds, so a user misses a toast shown in the background.
 */
function whenVisible(act: () => void): void {
  if (document.visibilityState === 'visible') return act();
  document.addEventListener('visibilitychange', () => whenVisible(act), { once: true });
}

/**
 * Handles the outcomes of the user's pings for all pages of an area, including pings that were already waiting when
 * this page was opened.
 */
export default function PendingPingsHost({ area }: { area: PingArea }): null {
  const queryClient = useQueryClient();
  const { data } = useQuery(pingWaitsQuery);
  useEffect(() => {
    if (!data) return undefined;
    for (const wait of data.waits) expectWake(wait);
    return askForEnds(data.waits, (wait) => askForEnd(queryClient, wait, area));
  }, [data, queryClient, area]);
  const finish = useCallback(
    ({ serialNumber, outcome }: DataOf<typeof pingFinishedEvent>) =>
      settlePing(queryClient, { serialNumber, deviceName: serialNumber }, outcome, area),
    [queryClient, area],
  );
  useStreamEvent(pingFinishedEvent, finish);
  usePollWhileDisconnected(pingWaitsQuery.queryKey, ASK_WHILE_CUT_MS);
  return null;
}

/**
 * Asks for the outcome of each ended wait and retries until every outcome has been shown. The list of waits may not
 * change again.
 */
function askForEnds(waits: readonly PingWait[], ask: (wait: PingWait) => Promise<boolean>): Stop {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasStopped = false;
  const askAll = async (failures: number) => {
    const ended = readExpectedWaits().filter(({ id }) => waits.every((wait) => wait.id !== id));
    const isShown = await Promise.all(ended.map(ask));
    if (hasStopped || isShown.every(Boolean)) return;
    timer = setTimeout(() => void askAll(failures + 1), retryPauseMs(failures + 1, Math.random()));
  };
  void askAll(0);
  return () => {
    hasStopped = true;
    clearTimeout(timer);
  };
}

/** Returns whether the outcome of the ping is known by now. */
async function askForEnd(queryClient: QueryClient, wait: PingWait, area: PingArea): Promise<boolean> {
  try {
    settlePing(queryClient, wait, await lookAtPing(wait.id), area);
  } catch (error) {
    if (isPassing(error)) return false;
    // The device or the access to the device is gone, so there is no outcome to show.
    takeExpected(wait.id);
  }
  return true;
}
