import { landingTexts } from '@trace/contract/auth/auth.landing.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { listDevices } from '@trace/contract/devices/devices.api';
import { ApiError } from '@trace/contract/kernel/client';
import { listPings } from '@trace/contract/ping/ping.api';
import { apiOf, signIn } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

/** GUARD-03 gives five seconds to read; the rest is for a busy machine. */
const TAKEN_HOME_WITHIN_MS = 15_000;

test('an installer who opens /user reads the reason for the refusal and is redirected to /installer [GUARD-03]', async ({
  page,
  portal,
}) => {
  await signIn(page, portal.people().installer);
  await expect(page).toHaveURL('/installer');
  await page.goto('/user');
  const denied = page.getByRole('alert');
  await expect(denied).toContainText(authTexts.accessDenied);
  await expect(denied).toContainText(authTexts.deniedTypes('installer', 'user'));
  await expect(page.getByRole('button', { name: authTexts.signOutAndSwitch })).toBeVisible();
  await expect(page).toHaveURL('/installer', { timeout: TAKEN_HOME_WITHIN_MS });
  await expect(page.getByText('installer Dashboard')).toBeVisible();
});

test('Sign Out and Switch Account ends the session, and another user can sign in [GUARD-03] [AUTH-04]', async ({
  page,
  portal,
}) => {
  await signIn(page, portal.people().installer);
  await page.goto('/user');
  await page.getByRole('button', { name: authTexts.signOutAndSwitch }).click();
  await expect(page.getByRole('heading', { name: landingTexts.headline.join(' ') })).toBeVisible();
  await signIn(page, portal.people().premium, '/user');
  await expect(page.getByText('user Dashboard')).toBeVisible();
});

test('each area has its own menu entries [GUARD-04]', async ({ page, portal, browser }) => {
  await signIn(page, portal.people().premium);
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(entries).toHaveText(['Home', 'My Devices', 'Account Settings']);

  const context = await browser.newContext({ baseURL: portal.url });
  const other = await context.newPage();
  await signIn(other, portal.people().installer);
  const otherEntries = other.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(otherEntries).toHaveText(['Home', 'Setup', 'Devices', 'Account Settings', 'Company Settings']);
  await context.close();
});

test('the server refuses access to data that the pages only hide [GUARD-07]', async ({ page, portal }) => {
  await page.goto('/');
  const nobody = await apiOf(page);
  const unknown: unknown = await nobody.call(listDevices, { query: { limit: 1 } }).catch((error: unknown) => error);
  expect(unknown).toBeInstanceOf(ApiError);
  expect((unknown as ApiError).status).toBe(401);

  await signIn(page, portal.people().premium);
  const stranger = await apiOf(page);
  const params = { serial: 'Trace_4F9C' };
  const foreign: unknown = await stranger.call(listPings, { params }).catch((error: unknown) => error);
  expect(foreign).toBeInstanceOf(ApiError);
  expect((foreign as ApiError).refusal?.code).toBe('not_found');
});

test('an unknown address shows a 404 page that leads home [LAND-07]', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByText('404')).toBeVisible();
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});
