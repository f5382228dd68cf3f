import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { sharesOn } from '../../equipment/map-colours.ts';
import { signIn } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

/** The colours of water and greens in the light theme, which only the streets' file draws. */
const DRAWN = ['#d3e3ea', '#e1edd9'];
const MAP_WITHIN_MS = 45_000;

test.use({ isMapDrawn: true });

test('the demo shows real streets and water where its devices are, without internet or a violated policy [MAP-04] [T68]', async ({
  page,
  portal,
}) => {
  const outside: string[] = [];
  await page.route(
    (url) => url.origin !== portal.url,
    (route) => {
      outside.push(route.request().url());
      return route.abort();
    },
  );
  await signIn(page, portal.people().premium, '/user?tab=live');
  await page.getByPlaceholder(trackingTexts.selectDevice).click();
  await page.getByRole('option', { name: /Work van/ }).click();
  await page.getByRole('switch', { name: trackingTexts.showPath }).press('Space');
  const map = page.getByRole('region', { name: trackingTexts.mapLabel('Work van') });
  await expect
    .poll(async () => Math.min(...(await sharesOn(map, DRAWN))), { timeout: MAP_WITHIN_MS })
    .toBeGreaterThan(0.005);
  await expect(page.getByRole('link', { name: '© OpenStreetMap contributors' })).toHaveAttribute(
    'href',
    'https://www.openstreetmap.org/copyright',
  );
  expect(outside).toEqual([]);
});
