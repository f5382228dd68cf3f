import { authTexts } from '@trace/contract/auth/auth.texts';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { pingDevice } from '@trace/contract/ping/ping.api';
import { subscriptionTexts } from '@trace/contract/subscription/subscription.texts';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { chooseCaravan, followedMarker, listedPath, startFollowing } from '../../equipment/live-view.ts';
import { caravan, drivingNorth } from '../../equipment/own-tracker.ts';
import { checkPage } from '../../equipment/page-check.ts';
import { apiOf, signIn } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

test.describe('every page is free of barriers', { tag: '@phone' }, () => {
  test('the public pages', async ({ page }) => {
    for (const name of ['', 'terms', 'privacy', 'support-login', 'reset-password', 'no/such/page']) {
      await page.goto(`/${name}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await checkPage(page, name === '' ? 'landing' : name.replaceAll('/', '-'));
    }
  });

  test('the pages of the demo, whose buttons and emails lead into the portal', async ({ page, portal }) => {
    await page.goto('/demo');
    await checkPage(page, 'demo');
    await page.getByRole('button', { name: 'Enter as Mia' }).click();
    await expect(page).toHaveURL(`${portal.url}/user`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Mia');

    await page.goto('/demo/inbox');
    await checkPage(page, 'demo-inbox');
    await page.getByRole('link', { name: portal.people().premium.email }).first().click();
    await expect(page.getByText('Hello Mia,')).toBeVisible();
    await checkPage(page, 'demo-email');
    await page.getByRole('link', { name: portal.url }).last().click();
    await expect(page).toHaveURL(`${portal.url}/user`);

    await page.goto('/demo');
    await page.getByRole('button', { name: 'Enter as Sam' }).click();
    await expect(page).toHaveURL(`${portal.url}/installer`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('the screens of signing in and up', async ({ page }) => {
    await page.goto('/sign-in');
    await expect(page.getByRole('heading', { name: authTexts.title('Trace') })).toBeVisible();
    await checkPage(page, 'sign-in');
    await page.getByRole('button', { name: authTexts.signIn, exact: true }).click();
    await expect(page.getByText(authTexts.emailMissing)).toBeVisible();
    await checkPage(page, 'sign-in-incomplete');
    await page.goto('/sign-up?type=installer');
    await expect(page.getByRole('button', { name: certificationTexts.autoVerify })).toBeVisible();
    await checkPage(page, 'sign-up-installer');
    await page.getByRole('button', { name: certificationTexts.autoVerify }).click();
    await expect(page.getByText(certificationTexts.missingInformation.text)).toBeVisible();
    await checkPage(page, 'sign-up-incomplete');
  });

  test('the pages of a premium user', async ({ page, portal }) => {
    await signIn(page, portal.people().premium, '/user/settings');
    await checkPage(page, 'user-settings');
    const api = await apiOf(page);
    for (let sent = 0; sent < 3; sent += 1) {
      await api.call(pingDevice, { params: { serial: 'Trace_4F21' }, body: { id: crypto.randomUUID() } });
    }

    await page.goto('/user');
    await page.getByRole('radio', { name: /Work van/ }).click();
    await expect(page.locator('.maplibregl-popup')).toBeVisible();
    await checkPage(page, 'user-dashboard');
    await page.getByRole('radio', { name: /Boat/ }).click();
    await checkPage(page, 'user-dashboard-no-pings');
    await page.goto('/user?tab=devices');
    await expect(page.getByText('Boat')).toBeVisible();
    await checkPage(page, 'user-devices');
  });

  test('the live views of a premium user', async ({ page, portal, switchOn }) => {
    const tracker = await switchOn({ route: drivingNorth });
    // A device that Mia does not have: otherwise the tab suggests one.
    await signIn(page, portal.people().premium, '/user?tab=live&device=Trace_0000');
    await expect(page.getByText(trackingTexts.chooseFirst)).toBeVisible();
    await checkPage(page, 'user-live-nothing-chosen');
    await chooseCaravan(page);
    await startFollowing(page);
    await tracker.report();
    await expect(followedMarker(page)).toBeVisible();
    await tracker.report();
    await page.getByLabel(trackingTexts.showPath).click();
    await expect(listedPath(page).first()).toBeAttached();
    await checkPage(page, 'user-live');

    await page.goto('/user');
    await page.getByRole('radio', { name: new RegExp(caravan.name) }).click();
    await page.getByRole('button', { name: trackingTexts.openLiveView }).click();
    await expect(page.getByRole('dialog').getByText(trackingTexts.active)).toBeVisible();
    await tracker.report();
    await expect(followedMarker(page)).toBeVisible();
    await checkPage(page, 'user-live-dialog');
    await page.getByRole('button', { name: trackingTexts.close }).click();
    // The toast about the end of live tracking lies over the header until it leaves.
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('button', { name: 'Menu' }).click();
    await checkPage(page, 'user-menu');
  });

  test('the pages of a user with the free plan', async ({ page, portal }) => {
    await signIn(page, portal.people().free, '/user');
    await expect(page.getByText(subscriptionTexts.price)).toBeVisible();
    await checkPage(page, 'free-dashboard');
    await page.getByRole('button', { name: subscriptionTexts.upgradeToPremium }).click();
    await expect(page.getByRole('dialog', { name: subscriptionTexts.upgradeTitle })).toBeVisible();
    await checkPage(page, 'free-upgrade');
    await page.goto('/user?tab=live');
    await expect(page.getByText(subscriptionTexts.premiumFeature)).toBeVisible();
    await checkPage(page, 'free-live');
  });

  test('the pages of an installer', async ({ page, portal }) => {
    await signIn(page, portal.people().installer);
    for (const name of [
      'installer',
      'installer/overview',
      'installer/devices',
      'installer/setup',
      'installer/settings',
      'installer/company',
    ]) {
      await page.goto(`/${name}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await checkPage(page, name.replace('/', '-'));
    }
    await page.goto('/user');
    await expect(page.getByRole('alert')).toContainText(authTexts.accessDenied);
    await checkPage(page, 'denied');
  });
});
