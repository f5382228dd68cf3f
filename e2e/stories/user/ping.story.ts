import { authTexts } from '@trace/contract/auth/auth.texts';
import { pingHistoryTexts } from '@trace/contract/ping/ping.history.texts';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import { signInHere } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

const SIX_DECIMALS = /-?\d+\.\d{6}, -?\d+\.\d{6}/;

test('a visitor who opens /user without a session signs in there and stays there [GUARD-02] [AUTH-03]', async ({
  page,
  portal,
}) => {
  await page.goto('/user?tab=devices');
  await expect(page.getByRole('heading', { name: authTexts.title('Trace') })).toBeVisible();
  await expect(page).toHaveURL('/user?tab=devices');
  await signInHere(page, portal.people().premium);
  await expect(page.getByRole('tab', { name: 'Manage Devices', selected: true })).toBeVisible();
  await expect(page).toHaveURL('/user?tab=devices');
});

test(
  'a ping appears as Latest on map and list, survives a reload, and Logout ends the session [PING-03] [PING-07] [GUARD-06]',
  { tag: '@phone' },
  async ({ page, portal }) => {
    await page.goto('/user');
    await signInHere(page, portal.people().premium);
    await page.getByRole('radio', { name: /Work van/ }).click();
    await page.getByRole('button', { name: pingTexts.button('Work van') }).click();
    await expect(page.getByText(pingTexts.located('Work van'))).toBeVisible();

    const latest = page.getByRole('list', { name: pingHistoryTexts.historyTitle }).getByRole('button').first();
    await expect(latest).toContainText(pingHistoryTexts.latest);
    const coordinates = SIX_DECIMALS.exec(await latest.innerText())?.[0];
    expect(coordinates).toBeDefined();
    const popup = page.locator('.maplibregl-popup');
    await expect(popup).toContainText('Trace_4F21');
    await expect(popup).toContainText(coordinates!);

    await page.reload();
    await page.getByRole('radio', { name: /Work van/ }).click();
    await expect(latest).toContainText(coordinates!);
    await expect(popup).toContainText(coordinates!);

    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText(authTexts.loggedOut)).toBeVisible();
    await expect(page).toHaveURL('/');
  },
);
