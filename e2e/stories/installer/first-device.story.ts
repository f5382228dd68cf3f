import type { Page } from '@playwright/test';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { assignmentTexts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import { commissioningTexts } from '@trace/contract/fleet/fleet.commissioning.texts';
import { deviceTableTexts } from '@trace/contract/fleet/fleet.table.texts';
import { setupTexts } from '@trace/contract/devices/registration/devices.setup.texts';
import { accessRequestTexts } from '@trace/contract/location-access/location-access.request.texts';
import { locationAccessTexts } from '@trace/contract/location-access/location-access.texts';
import { accessUserTexts } from '@trace/contract/location-access/location-access.user.texts';
import { confirmAndSignIn, signUpAsUser, type Newcomer } from '../../equipment/newcomer.ts';
import { unboxTracker } from '../../equipment/new-tracker.ts';
import { drivingNorth } from '../../equipment/own-tracker.ts';
import { registerWithHub } from '../../equipment/register-with-hub.ts';
import { signIn } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

test(
  'a new device is registered, linked, assigned to its user, and located only under a grant [REG-01] [IDEV-05] [LOCREQ-01]',
  { tag: '@phone' },
  async ({ page, portal, browser }) => {
    const serial = 'Trace_New_1';
    const name = 'Grey van';
    const lena: Newcomer = {
      firstName: 'Lena',
      lastName: 'Fischer',
      email: 'lena.fischer@example.com',
      password: 'Lighthouse-at-9',
    };
    const tracker = await unboxTracker(portal, serial, drivingNorth);

    await signIn(page, portal.people().installer, '/installer/setup');
    await register(page, serial, name);
    await page.getByRole('link', { name: commissioningTexts.open }).click();
    await expect(page.getByRole('heading', { level: 1, name: commissioningTexts.title })).toBeVisible();
    await expect(page.getByText(serial).first()).toBeVisible();
    await page.goto('/installer/devices');
    await page.getByRole('searchbox', { name: deviceTableTexts.search }).fill(serial);
    await assign(page, name, lena.email);

    const context = await browser.newContext({ baseURL: portal.url, ...page.viewportSize() });
    const user = await context.newPage();
    await user.setViewportSize(page.viewportSize()!);
    await user.goto('/sign-up?type=user');
    await signUpAsUser(user, lena);
    await expect(user.getByText(signUpTexts.created)).toBeVisible();
    await confirmAndSignIn(user, portal, lena);
    await expect(user.getByText(name).first()).toBeVisible();

    // The table shows the account as soon as its user has seen the device.
    await expect(page.getByText(deviceTableTexts.waiting).filter({ visible: true })).toHaveCount(0);
    await page.getByRole('button', { name: deviceTableTexts.getLocationOf(name) }).click();
    await page.getByRole('button', { name: accessRequestTexts.send }).click();
    await expect(page.getByText(accessRequestTexts.sent(5))).toBeVisible();
    await user.getByRole('button', { name: accessUserTexts.approveOf(name) }).click();
    await expect(user.getByRole('link', { name: locationAccessTexts.seenBy(1) })).toBeVisible();

    await page.getByRole('button', { name: deviceTableTexts.getLocationOf(name) }).click();
    const location = page.getByRole('dialog', { name: `Location of ${name}` });
    await expect(location.getByText(/^-3\d\.\d{6}, 150\.\d{6}$/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(location).toHaveCount(0);

    await user.getByRole('link', { name: locationAccessTexts.ledger }).click();
    await user.getByRole('button', { name: accessUserTexts.endOf('Sam Okafor', name) }).click();
    await expect(user.getByText(locationAccessTexts.nobodyNow)).toBeVisible();
    await expect(user.getByText(locationAccessTexts.kinds.ping).first()).toBeVisible();

    await page.getByRole('button', { name: deviceTableTexts.getLocationOf(name) }).click();
    await expect(page.getByRole('dialog', { name: new RegExp(locationAccessTexts.requestTitle) })).toBeVisible();
    await context.close();
    await tracker.stop();
  },
);

async function register(page: Page, serial: string, name: string): Promise<void> {
  await page.getByRole('textbox', { name: setupTexts.serial }).fill(serial);
  await page.getByRole('button', { name: setupTexts.verify, exact: true }).click();
  await expect(page.getByText(setupTexts.isFree)).toBeVisible();
  await registerWithHub(page, serial, name);
}

async function assign(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole('button', { name: deviceTableTexts.actionsOf(name) }).click();
  await page.getByRole('menuitem', { name: assignmentTexts.title }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(assignmentTexts.title) });
  await dialog.getByLabel(assignmentTexts.email).fill(email);
  await dialog.getByRole('button', { name: assignmentTexts.title }).click();
  await expect(page.getByText(assignmentTexts.assigned(email))).toBeVisible();
  await expect(page.getByText(deviceTableTexts.waiting).first()).toBeVisible();
}
