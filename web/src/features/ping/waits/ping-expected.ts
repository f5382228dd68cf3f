import { HOUR_MS } from '@trace/contract/kernel/time';
import { pingWaitSchema, type PingWait } from '@trace/contract/ping/ping.schema';
import { pingRules } from '@trace/contract/ping/ping.rules';

/** A ping whose end its asker is to be told. */
export type ExpectedPing = Pick<PingWait, 'serialNumber' | 'deviceName'>;

/** The pings of sleeping devices whose ends nobody was told yet; shared by all pages of this browser. */
const KEY = 'trace-ping-waits';
/** What ended so long ago is found in the history, and no news any more. */
const NEWS_MS = 24 * HOUR_MS;

/** What this page asked; it ends within seconds, and is of no use to another page. */
const asked = new Map<string, ExpectedPing>();
/** A wait that was told is not expected once more because an old answer still names it. */
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

/** Once for each ping, whichever page asks first: whoever takes it tells how it ended. */
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
    // A browser that keeps nothing, or what somebody put there by hand: nothing is expected.
    return [];
  }
}

/** False where the browser keeps nothing. */
function write(waits: readonly PingWait[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(waits));
    return true;
  } catch {
    return false;
  }
}
