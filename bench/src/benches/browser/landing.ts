// LAND-01: how soon a new visitor on a slow phone sees the landing page. The real server serves the built page over 1.6
// Mbit/s with a round trip of 150 ms, to a processor slowed to a quarter. Reports LCP and CLS as measured by the
// browser, with an announcement in the banner, and the scripts loaded by then.
import pg from 'pg';
import { median } from '../../equipment/measures/bench.ts';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { launchBrowser } from '../../equipment/browser/browser.ts';
import { visitSlowly, type SlowVisit } from '../../equipment/browser/slow-phone.ts';
import { startWorld } from '../../equipment/servers/world.ts';

const SHORT_VISITS = 5;
const LONG_VISITS = 25;
/**
 * The page shows no new content after this time. Later the portal's files are prefetched, which is not part of the
 * first view.
 */
const SETTLED_AFTER_MS = 1_500;

export const landingBench: Bench = {
  name: 'landing',
  run: async ({ isLong, nodeFlags }) => {
    const browser = await launchBrowser('the landing page');
    if (browser === null) return [];
    const world = await startWorld({ devices: 1, nodeFlags });
    try {
      await announce(world.ready().databaseUrl);
      const visits: SlowVisit[] = [];
      for (let visit = 0; visit < (isLong ? LONG_VISITS : SHORT_VISITS); visit += 1) {
        visits.push(await visitSlowly(browser, { url: world.url, settledAfterMs: SETTLED_AFTER_MS }));
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

function figuresOf(visits: readonly SlowVisit[]): Figure[] {
  const all = (pick: (visit: SlowVisit) => number) => median(visits.map(pick));
  const slowest = Math.max(...visits.map(({ lcpMs }) => lcpMs)).toFixed(0);
  const note = `${visits.length} visits, slowest ${slowest} ms, largest: ${visits[0]?.what ?? ''}`;
  return [
    { name: 'landing LCP, slow phone', value: all(({ lcpMs }) => lcpMs), unit: 'ms', note },
    { name: 'landing CLS, slow phone', value: all(({ shift }) => shift), unit: '' },
    { name: 'landing first scripts', value: all(({ scriptBytes }) => scriptBytes) / 1_000, unit: 'kB' },
  ];
}
