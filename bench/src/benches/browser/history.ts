// PATH-03: a day of 8,640 points in a real browser. Measures from the click on the day to the frame with its line,
// including the request to the server. Without a graphics card the map is drawn in software.
import type { Page } from '@playwright/test';
import { historyTexts } from '@trace/contract/tracking/tracking.history.texts';
import pg from 'pg';
import { percentile } from '../../equipment/measures/bench.ts';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { launchBrowser } from '../../equipment/browser/browser.ts';
import { serialOf } from '../../equipment/devices/fleet.ts';
import { isAtRest } from '../../equipment/browser/glass-probe.ts';
import { clickUntilDrawn } from '../../equipment/browser/history-probe.ts';
import type { DrawnDay } from '../../equipment/browser/history-probe.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';
import { POINTS_PER_DAY } from '../../equipment/measures/past-day.ts';

/** Each day is requested once: a second request would come from the page's cache. */
const SHORT_DAYS = 8;
const LONG_DAYS = 40;
/**
 * Today is short, the time zone cuts off the oldest day, and the first days load while code is still being compiled.
 */
const WARM_UP_DAYS = 2;
const PAGE_WITHIN_MS = 60_000;
const CALM_WITHIN_MS = 20_000;
const VIEWPORT = { width: 1_280, height: 1_600 };

export const historyBench: Bench = {
  name: 'history',
  run: async ({ isLong, nodeFlags }) => {
    const days = isLong ? LONG_DAYS : SHORT_DAYS;
    const world = await startWorld({ devices: 1, nodeFlags });
    try {
      await fill(world, days);
      return await measure(world, days - 1);
    } finally {
      await world.dispose();
    }
  },
};

/** A device that drives about without a stop and says so every ten seconds. */
async function fill(world: World, days: number): Promise<void> {
  const client = new pg.Client({ connectionString: world.ready().databaseUrl });
  await client.connect();
  try {
    await client.query(`update device_assignment set assigned_at = now() - interval '100 days'`);
    for (let ago = days; ago >= 0; ago -= 1) {
      const [day, next] = [dayAgo(ago), dayAgo(ago - 1)];
      await client.query(
        `create table if not exists position_${day.replaceAll('-', '')} partition of position for values from ('${day}T00:00:00Z') to ('${next}T00:00:00Z')`,
      );
    }
    await client.query(
      `insert into position (device_id, at, boot, seq, lat, lng, speed_mps, accuracy_m, skewed, received_at)
       select d.id, now() - make_interval(secs => n * 10), 1, n, -33.8 + 0.2 * sin(n / 700.0) + 0.001 * sin(n / 9.0),
         151.2 + 0.2 * cos(n / 500.0) + 0.001 * cos(n / 11.0), 12.5, 8, false, now()
       from generate_series(1, $1::int) n cross join device d`,
      [days * POINTS_PER_DAY],
    );
    await client.query('vacuum analyze position');
  } finally {
    await client.end();
  }
}

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function measure(world: World, days: number): Promise<Figure[]> {
  const browser = await launchBrowser('history');
  if (browser === null) return [];
  try {
    const page = await browser.newPage({ viewport: VIEWPORT, reducedMotion: 'reduce' });
    await open(page, world);
    const drawn: DrawnDay[] = [];
    for (let day = 0; day < days; day += 1) {
      await atRest(page);
      const one = await page.evaluate(clickUntilDrawn, historyTexts.previousDay);
      if (day >= WARM_UP_DAYS) drawn.push(one);
    }
    return figuresOf(drawn);
  } finally {
    await browser.close();
  }
}

async function open(page: Page, world: World): Promise<void> {
  const { cookie } = await signInTo(world.ready());
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url: world.url };
  });
  await page.context().addCookies(cookies);
  page.setDefaultTimeout(PAGE_WITHIN_MS);
  await page.goto(`${world.url}/user?tab=live&device=${serialOf(1)}`);
  await page.getByRole('button', { name: historyTexts.open }).click();
  await page.locator('[data-path-points]:not([data-path-points="0"])').waitFor({ state: 'attached' });
}

async function atRest(page: Page): Promise<void> {
  if (!(await holdsWithin(CALM_WITHIN_MS, () => page.evaluate(isAtRest))))
    console.error('the page did not come to rest: the machine is busy, and the figures are what that makes of them');
}

function figuresOf(drawn: readonly DrawnDay[]): Figure[] {
  const times = drawn.map(({ drawnMs }) => drawnMs);
  const points = Math.min(...drawn.map((day) => day.points));
  // Stops have no line, and this device makes no stops.
  if (points < POINTS_PER_DAY * 0.9) throw new Error(`a day has ${points} points, not ${POINTS_PER_DAY}`);
  const note = `${drawn.length} days of ${points} points and more, answered in ${percentile(
    drawn.map(({ answeredMs }) => answeredMs),
    0.5,
  ).toFixed(0)} ms, max ${Math.max(...times).toFixed(0)} ms`;
  return [{ name: 'click to the line of a day p50', value: percentile(times, 0.5), unit: 'ms', note }];
}
