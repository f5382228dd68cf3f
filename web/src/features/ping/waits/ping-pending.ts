// Tracks this browser's pending pings and shows each outcome once. An outcome arrives as an answer, as a pushed event or
// by polling.
import { isPassing } from '#lib/http/api.ts';
import type { Stop } from '#lib/stop.ts';
import { usePollWhileDisconnected } from '#lib/stream/poll-while-disconnected.ts';
import { serverNowMs } from '#lib/stream/server-clock.ts';
import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { retryPauseMs } from '#lib/stream/stream.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { DataOf } from '@trace/contract/kernel/stream';
import { storageNames } from '@trace/contract/privacy/privacy.storage.rules';
import { storagePeriods } from '@trace/contract/privacy/privacy.storage-periods.rules';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { pingRules } from '@trace/contract/ping/ping.rules';
import type { PingOutcome, PingWait } from '@trace/contract/ping/ping.schema';
import { pingFinishedEvent } from '@trace/contract/ping/ping.stream';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import { useCallback, useEffect } from 'react';
import { aboutPing } from '../ping-subject.ts';
import { showLocation } from '../ping-located-store.ts';
import { toastOf, type PingArea, type PingedDevice } from '../ping-toasts.ts';
import { pingsKey, rememberOutcome, sendCancel, sendPing, type PingList } from '../ping.queries.ts';
import { lookAtPing, pingWaitsQuery, rememberWait, waitOf } from './ping.waits.queries.ts';

/** The pings of sleeping devices whose outcome has not been shown yet. Shared by all pages of this browser. */
const KEY = storageNames.pingWaits;
/** An older outcome appears only in the history and no longer as a toast. */
const NEWS_MS = storagePeriods.pingWaitsMs;
/** Short, because a user is waiting for the outcome. */
const ASK_WHILE_CUT_MS = 15 * SECOND_MS;

/** The pings of this page. These end within seconds and are of no use to another page. */
const asked = new Map<string, PingedDevice>();
/** The waits already stored. A stale answer that still names a shown wait must not add the wait again. */
const noted = new Set<string>();

function expectAnswer(id: string, ping: PingedDevice): void {
  asked.set(id, ping);
}

/** A wait can outlast the page, so the browser stores it (PING-09). */
function expectWake(wait: PingWait): void {
  if (noted.has(wait.id)) return;
  noted.add(wait.id);
  const others = readExpectedWaits().filter(({ id }) => id !== wait.id);
  const isKept = write([...others, wait].slice(-pingRules.waitsListed));
  if (isKept) asked.delete(wait.id);
  else asked.set(wait.id, wait);
}

/**
 * Removes and returns an expected ping. The first page that takes a ping shows its outcome, so the outcome is shown
 * once.
 */
function takeExpected(id: string): PingedDevice | null {
  const waits = readExpectedWaits();
  const expected = asked.get(id) ?? waits.find((wait) => wait.id === id) ?? null;
  asked.delete(id);
  if (waits.some((wait) => wait.id === id)) write(waits.filter((wait) => wait.id !== id));
  return expected;
}

export function readExpectedWaits(): PingWait[] {
  const stored = read();
  const waits = Array.isArray(stored) ? stored.filter(isWait) : [];
  return waits.filter(({ endsAt }) => Date.parse(endsAt) + NEWS_MS > serverNowMs());
}

/** An older release, or a person, may have written something else. */
function isWait(entry: Partial<PingWait> | null): entry is PingWait {
  const fields = [entry?.id, entry?.serialNumber, entry?.deviceName, entry?.expectedAt, entry?.endsAt];
  return fields.every((field) => typeof field === 'string');
}

function read(): unknown {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]');
  } catch {
    // Without storage, or with manually edited data, no ping is expected.
    return [];
  }
}

/** Stores the waits. Returns false if the browser has no storage. */
function write(waits: readonly PingWait[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(waits));
    return true;
  } catch {
    return false;
  }
}

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
