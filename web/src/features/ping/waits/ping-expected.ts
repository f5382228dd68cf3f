// The pings of this browser whose outcome no page has shown yet.
import { serverNowMs } from '#lib/stream/server-clock.ts';
import { pingRules } from '@trace/contract/ping/ping.rules';
import type { PingWait } from '@trace/contract/ping/ping.schema';
import { storageNames } from '@trace/contract/privacy/privacy.storage.rules';
import { storagePeriods } from '@trace/contract/privacy/privacy.storage-periods.rules';
import type { PingedDevice } from '../ping-toasts.ts';

/** The pings of sleeping devices whose outcome has not been shown yet. Shared by all pages of this browser. */
const KEY = storageNames.pingWaits;
/** An older outcome appears only in the history and no longer as a toast. */
const NEWS_MS = storagePeriods.pingWaitsMs;
/** The pings of this page. These end within seconds and are of no use to another page. */
const asked = new Map<string, PingedDevice>();
/** The waits already stored. A stale answer that still names a shown wait must not add the wait again. */
const noted = new Set<string>();

/** Notes a ping that this page has sent, so that its outcome is shown. */
export function expectAnswer(id: string, ping: PingedDevice): void {
  asked.set(id, ping);
}

/** A wait can outlast the page, so the browser stores it (PING-09). */
export function expectWake(wait: PingWait): void {
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
export function takeExpected(id: string): PingedDevice | null {
  const waits = readExpectedWaits();
  const expected = asked.get(id) ?? waits.find((wait) => wait.id === id) ?? null;
  asked.delete(id);
  if (waits.some((wait) => wait.id === id)) write(waits.filter((wait) => wait.id !== id));
  return expected;
}

/** Returns the stored waits whose outcome is still news. */
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
