import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** A map with a new style is drawn by the processor here: seconds, and more on a busy machine. */
const MAP_WITHIN_MS = 45_000;
const WIDE_FROM_PX = 768;
const SHOTS = join(import.meta.dirname, '../test-results/shots');
/** `SHOTS=on` keeps pictures of all pages, for people to look at; a map in each takes minutes without a graphics card. */
const areShotsWanted = process.env['SHOTS'] === 'on';

// What runs inside the page is text: these rooms know Node's names only.
const RUN_AXE = `axe.run(${JSON.stringify({ runOnly: RULES, resultTypes: ['violations'] })})`;
/** What pulses for ever has no end to wait for; what is cancelled has come to its end too. */
const AT_REST = `Promise.allSettled([
  document.fonts.ready,
  ...document.getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished),
]).then(() => undefined)`;
const SURPLUS_WIDTH = 'document.documentElement.scrollWidth - innerWidth';

/** What axe finds in the page as it stands, one line per finding. */
async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate<AxeResults>(RUN_AXE);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
  );
}

/** Waits until nothing loads, and what opens and slides has arrived. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await page.evaluate(AT_REST);
}

/** Keeps a picture of the page with its map drawn. */
async function takeShot(page: Page, name: string): Promise<void> {
  await expect(page.locator('[data-base]:not([data-ready])')).toHaveCount(0, { timeout: MAP_WITHIN_MS });
  // A dialog belongs to the window; on the whole page it would stand at an accidental place.
  const hasDialog = await page.getByRole('dialog').isVisible();
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: !hasDialog });
}

/**
 * A page as it stands is without barriers and does not scroll sideways: light where it is wide, dark on a phone. The other
 * two of the four are looked at by the pages' own tests: each change of scheme draws the maps anew.
 */
export async function checkPage(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const ownScheme: 'light' | 'dark' = width < WIDE_FROM_PX ? 'dark' : 'light';
  const findings: string[] = [];
  for (const colorScheme of areShotsWanted ? (['light', 'dark'] as const) : [ownScheme]) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await settled(page);
    if (areShotsWanted) await takeShot(page, `${name}-${width}-${colorScheme}`);
    findings.push(...(await axeFindings(page)).map((finding) => `${colorScheme} ${finding}`));
    const surplusPx = await page.evaluate<number>(SURPLUS_WIDTH);
    if (surplusPx > 0) findings.push(`${colorScheme} the page is ${surplusPx} px wider than the window`);
  }
  expect(findings, name).toEqual([]);
}
