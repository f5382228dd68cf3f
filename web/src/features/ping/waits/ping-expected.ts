import { HOUR_MS } from '@trace/contract/kernel/time';
import { pingWaitSchema, type PingWait } from '@trace/contract/ping/ping.schema';
import { pingRules } from '@trace/contract/ping/ping.rules';

/** A ping whose outcome is still to be shown. */
export type ExpectedPing = Pick<PingWait, 'serialNumber' | 'deviceName'>;

/** The pings of sleeping devices whose outcome has not been shown yet. Shared by all pages of this browser. */
const KEY = 'trace-ping-waits';
/** An older outcome appears only in the history and no longer as a toast. */
const NEWS_MS = 24 * HOUR_MS;

/** The pings of this page. These end within seconds and are of no use to another page. */
const asked = new Map<string, ExpectedPing>();
/** The waits already stored. A stale answer that still names a shown wait must not add the wait again. */
const noted = new Set<string>();

export function expectAnswer(id: string, ping: ExpectedPing): void {
  asked.set(id, ping);
}

/** PING-09: a wait is longer than a page lives. */
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
export function takeExpected(id: string): ExpectedPing | null {
  const waits = readExpectedWaits();
  const expected = asked.get(id) ?? waits.find((wait) => wait.id === id) ?? null;
  asked.delete(id);
  if (waits.some((wait) => wait.id === id)) write(waits.filter((wait) => wait.id !== id));
  return expected;
}

export function readExpectedWaits(): PingWait[] {
  const { data = [] } = pingWaitSchema.array().safeParse(read());
  return data.filter(({ endsAt }) => Date.parse(endsAt) + NEWS_MS > Date.now());
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
