// LAND-01: how soon a new visitor on a slow phone sees the landing page. The real server serves the built page over 1.6
// Mbit/s with a round trip of 150 ms, to a processor slowed to a quarter. Reports LCP and CLS as measured by the
// browser, with an announcement in the banner, and the scripts loaded by then.
import type { Browser, CDPSession, Page } from '@playwright/test';
import pg from 'pg';
import { median } from './equipment/bench.ts';
import type { Bench, Figure } from './equipment/bench.ts';
import { launchBrowser } from './equipment/browser.ts';
import { startWorld } from './equipment/world.ts';

const SHORT_VISITS = 5;
const LONG_VISITS = 25;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const SLOWER_PROCESSOR = 4;
/**
 * The page shows no new content after this time. Later the portal's files are prefetched, which is not part of the
 * first view.
 */
const SETTLED_AFTER_MS = 1_500;

interface Visit {
  readonly lcpMs: number;
  readonly shift: number;
  readonly scriptBytes: number;
  readonly what: string;
}

export const landingBench: Bench = {
  name: 'landing',
  run: async ({ isLong, nodeFlags }) => {
    const browser = await launchBrowser('the landing page');
    if (browser === null) return [];
    const world = await startWorld({ devices: 1, nodeFlags });
    try {
      await announce(world.ready().databaseUrl);
      const visits: Visit[] = [];
      for (let visit = 0; visit < (isLong ? LONG_VISITS : SHORT_VISITS); visit += 1) {
        visits.push(await visitOnce(browser, world.url));
      }
      return figuresOf(visits);
    } finally {
      await browser.close();
      await world.dispose();
    }
  },
};

async function announce(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`
      insert into recent_updates (id, title, description, update_type, is_new, is_active, published_at)
      values (gen_random_uuid(), 'Firmware 2.4', 'New firmware 2.4 improves GPS fix time in built-up areas.',
        'announcement', true, true, now())`);
  } finally {
    await client.end();
  }
}

/** Visits the page in a new context, so that the cache is empty. */
async function visitOnce(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await slowDown(devtools);
    await page.addInitScript(observe);
    const scripts = await loadedScripts(devtools);
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(SETTLED_AFTER_MS);
    const scriptBytes = scripts();
    return { ...(await readNotes(page)), scriptBytes };
  } finally {
    await context.close();
  }
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

interface Notes {
  lcpMs: number;
  shift: number;
  what: string;
}

/** The part of the browser's performance entries that is used here. */
interface Entry {
  readonly startTime: number;
  readonly value: number;
  readonly element: { readonly tagName: string } | null;
}

type ObserverMaker = new (listen: (list: { getEntries(): Entry[] }) => void) => {
  observe(what: { type: string; buffered: boolean }): void;
};

/** Runs in the page before all page code. */
function observe(): void {
  const notes: Notes = { lcpMs: 0, shift: 0, what: '' };
  Object.assign(globalThis, { landingNotes: notes });
  const { PerformanceObserver: Observer } = globalThis as unknown as { PerformanceObserver: ObserverMaker };
  const watch = (type: string, note: (entry: Entry) => void): void => {
    new Observer((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  };
  watch('largest-contentful-paint', ({ startTime, element }) => {
    notes.lcpMs = startTime;
    notes.what = element?.tagName.toLowerCase() ?? '';
  });
  watch('layout-shift', ({ value }) => {
    notes.shift += value;
  });
}

const readNotes = (page: Page): Promise<Notes> =>
  page.evaluate(() => (globalThis as unknown as { landingNotes: Notes }).landingNotes);

function figuresOf(visits: readonly Visit[]): Figure[] {
  const all = (pick: (visit: Visit) => number) => median(visits.map(pick));
  const slowest = Math.max(...visits.map(({ lcpMs }) => lcpMs)).toFixed(0);
  const note = `${visits.length} visits, slowest ${slowest} ms, largest: ${visits[0]?.what ?? ''}`;
  return [
    { name: 'landing LCP, slow phone', value: all(({ lcpMs }) => lcpMs), unit: 'ms', note },
    { name: 'landing CLS, slow phone', value: all(({ shift }) => shift), unit: '' },
    { name: 'landing first scripts', value: all(({ scriptBytes }) => scriptBytes) / 1_000, unit: 'kB' },
  ];
}
