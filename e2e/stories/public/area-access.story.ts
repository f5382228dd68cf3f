import type { Page } from '@playwright/test';
import { landingTexts } from '@trace/contract/auth/auth.landing.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { signIn } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

/** GUARD-03 gives five seconds to read; the rest is for a busy machine. */
const TAKEN_HOME_WITHIN_MS = 15_000;

const menuEntries = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

test('an installer who opens /user reads the reason, is redirected, and can switch to the account of a user [GUARD-03] [GUARD-04] [AUTH-04]', async ({
  page,
  portal,
}) => {
  await signIn(page, portal.people().installer);
  await expect(page).toHaveURL('/installer');
  await expect(menuEntries(page)).toHaveText(['Home', 'Setup', 'Devices', 'Account Settings', 'Company Settings']);

  await page.goto('/user');
  const denied = page.getByRole('alert');
  await expect(denied).toContainText(authTexts.accessDenied);
  await expect(denied).toContainText(authTexts.deniedTypes('installer', 'user'));
  const switchAccount = page.getByRole('button', { name: authTexts.signOutAndSwitch });
  await expect(switchAccount).toBeVisible();
  await expect(page).toHaveURL('/installer', { timeout: TAKEN_HOME_WITHIN_MS });
  await expect(page.getByText('installer Dashboard')).toBeVisible();

  await page.goto('/user');
  await switchAccount.click();
  await expect(page.getByRole('heading', { name: landingTexts.headline.join(' ') })).toBeVisible();
  await signIn(page, portal.people().premium, '/user');
  await expect(page.getByText('user Dashboard')).toBeVisible();
  await expect(menuEntries(page)).toHaveText(['Home', 'My Devices', 'Account Settings']);
});
