// The map's cost in the browser. Measures our script time per frame while ten thousand markers glide. Also measures how
// soon a page with a hundred reporting devices answers a click (INP). A frame's script is the code in its animation
// callbacks: the map library itself draws nothing while its view does not move.
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { percentile } from '../../equipment/measures/bench.ts';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import type { Drawing } from '@trace/equipment/browser';
import { launchBrowser } from '../../equipment/browser/browser.ts';
import { installFrameProbe, installInputProbe, type Probed } from '../../equipment/browser/frame-probe.ts';
import { repositoryRoot } from '../../equipment/repository.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import { createFollowed, follow, report, VIEWPORT } from './glass.ts';

const READY_WITHIN_MS = 90_000;
const SHORT_MS = 8_000;
const LONG_MS = 60_000;
const SHORT_CLICKS = 20;
const LONG_CLICKS = 100;
const CLICK_PAUSE_MS = 250;
const DEVICES = 100;
const INP_EMULATED = 'INP, the same with an emulated graphics card';

export const markersBench: Bench = {
  name: 'markers',
  run: async ({ isLong, nodeFlags }) => {
    const clicks = isLong ? LONG_CLICKS : SHORT_CLICKS;
    return [
      ...(await within('emulated card', (browser) => frameFigures(browser, isLong ? LONG_MS : SHORT_MS))),
      ...(await within('processor', (browser) => inputFigures(browser, 'INP, 100 devices moving', clicks, nodeFlags))),
      ...(await within('emulated card', (browser) => inputFigures(browser, INP_EMULATED, clicks, nodeFlags))),
    ];
  },
};

async function within(drawing: Drawing, measure: (browser: Browser) => Promise<Figure[]>): Promise<Figure[]> {
  const browser = await launchBrowser('markers', drawing);
  if (browser === null) return [];
  try {
    return await measure(browser);
  } finally {
    await browser.close();
  }
}

async function frameFigures(browser: Browser, watchMs: number): Promise<Figure[]> {
  const { child, url } = await serveWeb();
  try {
    const page = await browser.newPage({ viewport: VIEWPORT, reducedMotion: 'no-preference' });
    await page.addInitScript(installFrameProbe);
    await page.goto(`${url}/src/testing/crowd.html`);
    await page.locator('[data-ready]').waitFor({ timeout: READY_WITHIN_MS });
    await page.evaluate(() => (globalThis as unknown as Probed).probe.clear());
    await page.waitForTimeout(watchMs);
    const frames = await page.evaluate(() => (globalThis as unknown as Probed).probe.frames);
    await page.close();
    const note = `${frames.length} frames, p50 ${percentile(frames, 0.5).toFixed(1)} ms, max ${Math.max(...frames).toFixed(1)} ms`;
    return [
      { name: 'own script per frame p95, 10,000 markers moving', value: percentile(frames, 0.95), unit: 'ms', note },
    ];
  } finally {
    child.kill();
  }
}

async function inputFigures(
  browser: Browser,
  name: string,
  clicks: number,
  nodeFlags: readonly string[],
): Promise<Figure[]> {
  const world = await startWorld({ devices: DEVICES, nodeFlags });
  const followed = createFollowed(world);
  const stopOthers = await report(world, DEVICES, 1);
  try {
    await followed.start();
    const page = await browser.newPage({ viewport: VIEWPORT, reducedMotion: 'reduce', serviceWorkers: 'block' });
    await page.addInitScript(installInputProbe);
    await follow(page, world);
    await page.locator('[data-ready]').waitFor({ timeout: READY_WITHIN_MS });
    await page.evaluate(() => (globalThis as unknown as Probed).probe.clear());
    await clickAbout(page, clicks);
    const waits = await page.evaluate(() => (globalThis as unknown as Probed).probe.waits);
    // INP as browsers compute it: the worst value of a few, the 98th percentile of many.
    const note = `${clicks} clicks, ${waits.length} took longer than 16 ms, p50 of those ${percentile(waits, 0.5).toFixed(0)} ms`;
    const worst = waits.length === 0 ? 16 : percentile(waits, waits.length < 50 ? 1 : 0.98);
    return [{ name, value: worst, unit: 'ms', note }];
  } finally {
    stopOthers();
    await followed.stop();
    await world.dispose();
  }
}

/** Clicks controls beside a moving map. Here the processor draws each redraw of the map, which takes seconds. */
async function clickAbout(page: Page, clicks: number): Promise<void> {
  const path24 = page.getByRole('switch', { name: trackingTexts.showPath });
  const chooser = page.getByPlaceholder(trackingTexts.selectDevice);
  for (let click = 0; click < clicks; click += 1) {
    if (click % 2 === 0) await path24.click({ force: true });
    else await chooser.click();
    await page.waitForTimeout(CLICK_PAUSE_MS);
    if (click % 2 === 1) await page.keyboard.press('Escape');
  }
}

/** The development server of the web room, the only server of crowd.html with its 10,000 markers. */
async function serveWeb(): Promise<{ child: ChildProcess; url: string }> {
  const vite = path.join(repositoryRoot, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite], {
    cwd: path.join(repositoryRoot, 'web'),
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /https?:\/\/[\d.]+:\d+/.exec(line)?.[0];
    if (url !== undefined) return { child, url };
  }
  throw new Error('the development server exited before it printed its address');
}
