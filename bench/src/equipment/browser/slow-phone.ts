// A phone of the middle class on a slow line: 1.6 Mbit/s with a round trip of 150 ms, a processor slowed to a quarter.
import type { Browser, CDPSession, Page } from '@playwright/test';

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const SLOWER_PROCESSOR = 4;

export interface SlowVisit {
  readonly lcpMs: number;
  readonly shift: number;
  readonly scriptBytes: number;
  /** The largest element, and the elements that moved. */
  readonly what: string;
  readonly moved: string;
}

export interface SlowVisitOptions {
  readonly url: string;
  /** The session cookie of a signed-in person. */
  readonly cookie?: string;
  /** How long to wait after the page has loaded, until it shows no new content. */
  readonly settledAfterMs: number;
  /** Stops a visit before its content is there from passing as fast. */
  readonly isComplete?: (page: Page) => Promise<unknown>;
}

/** Visits a page in a new context, so that the cache is empty. */
export async function visitSlowly(browser: Browser, options: SlowVisitOptions): Promise<SlowVisit> {
  const context = await browser.newContext(PHONE);
  try {
    if (options.cookie !== undefined) await context.addCookies(cookiesOf(options.cookie, options.url));
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await slowDown(devtools);
    await page.addInitScript(observe);
    const scripts = await loadedScripts(devtools);
    await page.goto(options.url, { waitUntil: 'load' });
    // Asks only afterwards: a question that repeats until the content is there would slow the page that it measures.
    await page.waitForTimeout(options.settledAfterMs);
    await options.isComplete?.(page);
    const scriptBytes = scripts();
    return { ...(await readNotes(page)), scriptBytes };
  } finally {
    await context.close();
  }
}

function cookiesOf(header: string, url: string): { name: string; value: string; url: string }[] {
  return header.split('; ').map((cookie) => {
    const [name = '', ...value] = cookie.split('=');
    return { name, value: value.join('='), url: new URL(url).origin };
  });
}

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
}

/** Counts the transferred bytes of scripts. Returns a function that gives the sum so far. */
async function loadedScripts(devtools: CDPSession): Promise<() => number> {
  const scripts = new Set<string>();
  let bytes = 0;
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

type Notes = Omit<SlowVisit, 'scriptBytes'>;

interface Place {
  readonly tagName: string;
  readonly className: unknown;
  readonly textContent: string | null;
}

/** The part of the browser's performance entries that is used here. */
interface Entry {
  readonly startTime: number;
  readonly value: number;
  readonly element: Place | null;
  readonly sources?: readonly { readonly node: Place | null }[];
}

type ObserverMaker = new (listen: (list: { getEntries(): Entry[] }) => void) => {
  observe(what: { type: string; buffered: boolean }): void;
};

/** Runs in the page before all page code. */
function observe(): void {
  const notes = { lcpMs: 0, shift: 0, what: '', moved: '' };
  Object.assign(globalThis, { slowVisitNotes: notes });
  const { PerformanceObserver: Observer } = globalThis as unknown as { PerformanceObserver: ObserverMaker };
  const nameOf = (place: Place | null | undefined): string =>
    place ? `${place.tagName.toLowerCase()} '${(place.textContent ?? '').slice(0, 24)}'` : '';
  const watch = (type: string, note: (entry: Entry) => void): void => {
    new Observer((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  };
  watch('largest-contentful-paint', ({ startTime, element }) => {
    notes.lcpMs = startTime;
    notes.what = nameOf(element);
  });
  watch('layout-shift', ({ value, startTime, sources = [] }) => {
    notes.shift += value;
    notes.moved += ` ${Math.round(startTime)} ms ${value.toFixed(3)} ${sources.map(({ node }) => nameOf(node)).join(', ')};`;
  });
}

const readNotes = (page: Page): Promise<Notes> =>
  page.evaluate(() => (globalThis as unknown as { slowVisitNotes: Notes }).slowVisitNotes);
