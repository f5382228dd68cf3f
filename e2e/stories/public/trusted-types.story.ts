import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { signIn } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

const MAP_WITHIN_MS = 45_000;
const REMEMBER_VIOLATIONS = `
  globalThis.violations = [];
  addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) => violations.push(violatedDirective + ' ' + sample));`;
const WRITE_MARKUP = `
  try {
    document.createElement('div').innerHTML = '<img src="x" onerror="run()">';
    'written';
  } catch (error) {
    error.name;
  }`;

test.use({ isMapDrawn: true });

test('text never becomes markup or a script, and pages with a map and workers keep the rule [T68] [GUARD-08]', async ({
  page,
  portal,
}) => {
  await page.addInitScript(REMEMBER_VIOLATIONS);
  const violations = (): Promise<string[]> => page.evaluate('violations');
  const { premium, installer } = portal.people();

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await violations()).toEqual([]);

  // A page of its own, because the story's page may violate no rule.
  const attacked = await page.context().newPage();
  await attacked.goto('/');
  expect(await attacked.evaluate(WRITE_MARKUP)).toBe('TypeError');
  await attacked.close();

  await signIn(page, premium);
  await page.getByRole('tab', { name: 'Live Tracking' }).click();
  await page.getByPlaceholder(trackingTexts.selectDevice).click();
  await page.getByRole('option', { name: /Work van/ }).click();
  await page.getByRole('switch', { name: trackingTexts.showPath }).press('Space');
  await expect(page.locator('[data-base][data-ready]')).toBeVisible({ timeout: MAP_WITHIN_MS });
  await expect(page.getByRole('link', { name: '© OpenStreetMap contributors' })).toBeVisible();
  expect(await violations()).toEqual([]);

  for (const path of ['/user/settings', '/terms']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect([path, await violations()]).toEqual([path, []]);
  }

  await page.context().clearCookies();
  await signIn(page, installer);
  for (const path of ['/installer', '/installer/devices', '/installer/company', '/installer/settings']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect([path, await violations()]).toEqual([path, []]);
  }
});
