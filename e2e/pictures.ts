// Takes the pictures of the README in a fresh demo: npm run pictures
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect, type Browser, type Page } from '@playwright/test';
import { findBrowser } from '@trace/equipment/browser';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { createDemoPortal } from './equipment/demo-portal.ts';

const DOCS = join(import.meta.dirname, '../docs/pictures');
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** A software-drawn map takes this long to show its streets. */
const DRAWN_WITHIN_MS = 60_000;
const SETTLED_MS = 4_000;
const WEBP_QUALITY = 0.82;

interface Picture {
  name: string;
  person: 'Mia' | 'Sam';
  path: string;
  scheme: 'light' | 'dark';
  viewport: typeof DESKTOP;
  prepare?: (page: Page) => Promise<void>;
}

const pictures: readonly Picture[] = [
  { name: 'user', person: 'Mia', path: '/user', scheme: 'light', viewport: DESKTOP },
  { name: 'installer', person: 'Sam', path: '/installer/devices', scheme: 'light', viewport: DESKTOP },
  { name: 'phone', person: 'Mia', path: '/user', scheme: 'light', viewport: PHONE },
  { name: 'dark', person: 'Mia', path: '/user?tab=live', scheme: 'dark', viewport: DESKTOP, prepare: followVan },
];

async function followVan(page: Page): Promise<void> {
  await page.getByPlaceholder(trackingTexts.selectDevice).click();
  await page.getByRole('option', { name: /Work van/ }).click();
  await page.getByRole('button', { name: trackingTexts.start }).click();
  await page.getByLabel(trackingTexts.showPath).click();
}

async function take(browser: Browser, portalUrl: string, picture: Picture): Promise<void> {
  const { name, person, path, scheme, viewport, prepare } = picture;
  const context = await browser.newContext({
    viewport,
    colorScheme: scheme,
    deviceScaleFactor: viewport === PHONE ? 2 : 1,
    locale: 'en-AU',
    timezoneId: 'Europe/Helsinki',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(`${portalUrl}/demo`);
  await page.getByRole('button', { name: `Enter as ${person}` }).click();
  await page.goto(`${portalUrl}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await prepare?.(page);
  await page.waitForTimeout(SETTLED_MS);
  const pending = page.getByText(/^Loading/).or(page.locator('[data-base]:not([data-ready])'));
  await expect(pending).toHaveCount(0, { timeout: DRAWN_WITHIN_MS });
  await page.waitForTimeout(SETTLED_MS);
  const png = (await page.screenshot()).toString('base64');
  await page.goto('about:blank');
  writeFileSync(join(DOCS, `${name}.webp`), Buffer.from(await page.evaluate<string>(asWebp(png)), 'base64'));
  await context.close();
}

/** A script for the page: the browser encodes the picture, so the project needs no encoder. */
const asWebp = (png: string): string => `(async () => {
  const picture = await createImageBitmap(await (await fetch('data:image/png;base64,${png}')).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d').drawImage(picture, 0, 0);
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: ${WEBP_QUALITY} });
  return new Uint8Array(await webp.arrayBuffer()).toBase64();
})()`;

const { executablePath, args, env } = await findBrowser();
const portal = await createDemoPortal();
const browser = await chromium.launch({ executablePath, args, env });
try {
  await portal.start();
  for (const picture of pictures) await take(browser, portal.url, picture);
} finally {
  await browser.close();
  await portal.dispose();
}
