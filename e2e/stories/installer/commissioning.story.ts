import { chromium } from '@playwright/test';
import { assignmentTexts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import { listDevices } from '@trace/contract/devices/devices.api';
import { labelText } from '@trace/contract/devices/registration/devices.registration.rules';
import { registrationTexts } from '@trace/contract/devices/registration/devices.registration.texts';
import { scanTexts } from '@trace/contract/devices/registration/devices.scan.texts';
import { setupTexts } from '@trace/contract/devices/registration/devices.setup.texts';
import { commissioningTexts as texts } from '@trace/contract/fleet/fleet.commissioning.texts';
import { blankWebGl } from '../../equipment/blank-map.ts';
import { enterClaimed } from '../../equipment/device-registry.ts';
import { cameraBefore } from '../../equipment/label-camera.ts';
import { unboxTracker } from '../../equipment/new-tracker.ts';
import { drivingNorth } from '../../equipment/own-tracker.ts';
import { hubPlace, registerWithHub } from '../../equipment/register-with-hub.ts';
import { clientOf, signIn } from '../../equipment/visitor.ts';
import { expect, test as base } from '../../fixtures.ts';

const serial = 'Trace_Roof_1';
const claimCode = 'K7QM22D9FABBBBBCCCCC';
const name = 'Roof unit';

const test = base.extend({
  // Launch options of the whole file would start another worker with another portal.
  context: async ({ launchOptions }, use) => {
    const camera = cameraBefore(labelText(serial, claimCode));
    const browser = await chromium.launch({ ...launchOptions, args: [...launchOptions.args!, ...camera] });
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await context.addInitScript(blankWebGl);
    await use(context);
    await browser.close();
  },
});

test('an installer scans a QR code on a phone, commissions the device and prints the record [REG-13] [REG-15]', async ({
  page,
  portal,
}) => {
  const { installer, free: user } = portal.people();
  await enterClaimed(portal, serial, claimCode);
  const tracker = await unboxTracker(portal, serial, drivingNorth);
  await page.addInitScript('window.prints = 0; window.print = () => { window.prints += 1; };');

  await signIn(page, installer, '/installer/setup');
  await page.getByRole('button', { name: scanTexts.open }).click();
  // The camera films the label, so the dialog closes by itself.
  await expect(page.getByText(setupTexts.isFree)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: setupTexts.serial })).toHaveValue(serial);
  await expect(page.getByRole('textbox', { name: setupTexts.claimCode })).toHaveValue(claimCode);
  await registerWithHub(page, serial, name);

  // The message about the success leaves the next step free.
  const next = page.getByRole('link', { name: texts.open });
  const bottomOf = async (one: typeof next) => one.boundingBox().then((box) => box!.y + box!.height);
  const message = page.getByText(registrationTexts.registeredWithHub(serial));
  expect((await next.boundingBox())!.y).toBeGreaterThan(await bottomOf(message));
  await next.click();
  const record = page.getByRole('region', { name: texts.record });
  await expect(record.getByText(texts.missing.noPosition)).toBeVisible();
  await page.getByRole('button', { name: texts.getLocation }).click();
  await expect(record.getByText(`${texts.checks.position}: ${texts.states.done}`)).toBeVisible();
  await page.getByRole('button', { name: texts.assign, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(assignmentTexts.email).fill(user.email);
  await dialog.getByRole('button', { name: assignmentTexts.title }).click();
  await expect(record.getByText(texts.missing.waitingUser)).toBeVisible();
  const api = await clientOf(portal.url, user);
  await api.call(listDevices, { query: { limit: 50 } });
  await expect(page.getByText(texts.complete)).toBeVisible();
  for (const check of Object.values(texts.checks))
    await expect(record.getByText(`${check}: ${texts.states.done}`)).toBeVisible();

  await page.getByRole('button', { name: texts.print }).click();
  expect(await page.evaluate('window.prints')).toBe(1);
  await expect(page).toHaveTitle(new RegExp(texts.recordName(name)));
  await page.emulateMedia({ media: 'print' });
  for (const words of [serial, installer.name, user.name, hubPlace, texts.signature])
    await expect(record.getByText(words, { exact: true })).toBeVisible();
  await expect(record.getByText(/^-3\d\.\d{6}, 150\.\d{6}$/).filter({ visible: true })).toHaveCount(1);
  // Nothing but the record is on the paper.
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
  await tracker.stop();
});
