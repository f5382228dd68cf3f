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
export const areShotsWanted = process.env['SHOTS'] === 'on';

// Scripts for the page are strings: only Node's names are known to TypeScript in this folder.
const RUN_AXE = `axe.run(${JSON.stringify({ runOnly: RULES, resultTypes: ['violations'] })})`;
/** Endless animations are not awaited, because these never finish. A cancelled animation counts as finished. */
const AT_REST = `Promise.allSettled([
  document.fonts.ready,
  ...document.getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished),
]).then(() => undefined)`;
const SURPLUS_WIDTH = 'document.documentElement.scrollWidth - innerWidth';

/** Returns axe's findings for the current page, one line per finding. */
async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate<AxeResults>(RUN_AXE);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
  );
}

/** Waits until all loading is done and opening or sliding elements have arrived. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await page.evaluate(AT_REST);
}

/** Saves a screenshot of the page with its map drawn. */
async function takeShot(page: Page, name: string): Promise<void> {
  await expect(page.locator('[data-base]:not([data-ready])')).toHaveCount(0, { timeout: MAP_WITHIN_MS });
  // A dialog is placed relative to the window. In a full-page screenshot its place would be arbitrary.
  const hasDialog = await page.getByRole('dialog').isVisible();
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: !hasDialog });
}

/**
 * Checks that the current page has no accessibility barriers and does not scroll sideways. A wide screen is checked in
 * the light scheme, a phone in the dark scheme. The pages' own tests check a wide screen in dark and a phone in light.
 * All four combinations of each page would take minutes more.
 */
export async function checkPage(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const ownScheme: 'light' | 'dark' = width < WIDE_FROM_PX ? 'dark' : 'light';
  const findings: string[] = [];
  for (const colorScheme of areShotsWanted ? (['light', 'dark'] as const) : [ownScheme]) {
    await page.emulateMedia({ colorScheme });
    // The pages of the demo follow the scheme by style sheet alone.
    if (!page.url().includes('/demo'))
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await settled(page);
    if (areShotsWanted) await takeShot(page, `${name}-${width}-${colorScheme}`);
    findings.push(...(await axeFindings(page)).map((finding) => `${colorScheme} ${finding}`));
    const surplusPx = await page.evaluate<number>(SURPLUS_WIDTH);
    if (surplusPx > 0) findings.push(`${colorScheme} the page is ${surplusPx} px wider than the window`);
  }
  expect(findings, `${name}: ${findings.join(', ')}`).toEqual([]);
}
