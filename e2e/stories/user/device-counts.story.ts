import type { Locator, Page } from '@playwright/test';
import { deviceStatusTexts, networkLabel, statusLabel } from '@trace/contract/device-status/device-status.texts';
import { importDevices } from '@trace/contract/devices/registration/devices.registration.api';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import type { ApiClient } from '@trace/contract/kernel/client';
import { pingRules } from '@trace/contract/ping/ping.rules';
import { pingHistoryTexts } from '@trace/contract/ping/ping.history.texts';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import type { Tracker } from '@trace/simulator/device/tracker';
import { arriveAsUser, type Newcomer } from '../../equipment/newcomer.ts';
import { checkPage } from '../../equipment/page-check.ts';
import { clientOf, signIn } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

const COUNT = 40;
const ASLEEP = { wakeIntervalSec: 1_800, awakeSec: 1 };
const NO_FIX = 'No GPS fix for 120 s';

const nameOf = (nth: number): string => `Van ${String(nth).padStart(2, '0')}`;

test(
  'shows the device status at a glance for no device, a sleeping device, an offline device, and forty devices [UDASH-10] [STAT-01] [UDASH-05]',
  { tag: '@phone' },
  async ({ page, portal, unbox }) => {
    const vera: Newcomer = {
      firstName: 'Vera',
      lastName: 'Holm',
      email: 'vera.holm@example.com',
      password: 'Forty-vans-in-2-yards',
    };
    const [sam, trackers] = await Promise.all([
      clientOf(portal.url, portal.people().installer),
      unbox(Array.from({ length: COUNT }, (_, index) => ({ serial: `Trace_V${index + 1}_Vera` }))),
      arriveAsUser(portal, vera),
    ]);
    const [only, broken] = trackers as [Tracker, Tracker];
    await signIn(page, vera, '/user?tab=devices');

    await test.step('no device', async () => {
      const nothing = page.getByRole('region', { name: devicesTexts.none });
      await expect(nothing).toContainText(devicesTexts.noneNext);
      await expect(nothing).toContainText(devicesTexts.noneAddress(vera.email));
      await checkPage(page, 'user-no-device');
    });

    await test.step('a single sleeping device', async () => {
      await handOver(sam, vera, [only]);
      only.change({ sleep: ASLEEP });
      const row = rowOf(page, 1);
      await expect(row).toContainText(statusLabel.sleeping);
      await expect(row).toContainText(deviceStatusTexts.powerSave);
      await checkPage(page, 'user-one-sleeping');
    });

    await test.step('a single offline device', async () => {
      only.change({ sleep: null });
      only.wake();
      await expect(rowOf(page, 1)).toContainText(statusLabel.online);
      only.crash();
      await expect(rowOf(page, 1)).toContainText(statusLabel.offline);
      await expect(rowOf(page, 1)).toContainText(networkLabel.disconnected);
      await page.getByRole('tab', { name: 'Dashboard' }).click();
      await expect(page.getByRole('radio', { name: nameOf(1) })).toHaveAccessibleName(new RegExp(statusLabel.offline));
      await expect(page.getByText(pingTexts.left(pingRules.freePerDay))).toBeVisible();
      await expect(page.getByRole('button', { name: pingTexts.button(nameOf(1)) })).toBeEnabled();
      await expect(page.getByText(pingHistoryTexts.empty).first()).toBeVisible();
      await checkPage(page, 'user-one-offline');
    });

    await test.step('forty devices', async () => {
      await handOver(sam, vera, trackers.slice(1), 2);
      await choose(page, 27);
      await checkPage(page, 'user-forty-dashboard');
      await page.getByRole('tab', { name: devicesTexts.manage }).click();
      await expect(rows(page)).toHaveCount(COUNT);
      await expect(rows(page).filter({ hasText: statusLabel.online })).toHaveCount(COUNT - 1);
      broken.change({ lastError: NO_FIX });
      await expect(rowOf(page, 2)).toContainText(NO_FIX);
      // Shown above the tabs on wide screens.
      await expect(page.getByText('40 devices, 1 with an error, 1 offline')).toBeAttached();
      await checkPage(page, 'user-forty-devices');
      await page.getByRole('textbox', { name: devicesTexts.search }).fill('van 40');
      await expect(page.getByText(devicesTexts.shownOf(1, COUNT))).toBeVisible();
      await expect(rows(page)).toHaveCount(1);
    });
  },
);

/** Registers these devices as the installer and assigns all to the user, whose page is open. */
async function handOver(sam: ApiClient, { email }: Newcomer, trackers: readonly Tracker[], first = 1): Promise<void> {
  const rows = trackers.map(({ serial }, index) => `${serial},${nameOf(first + index)},,${email}`);
  const file = ['serial_number,nickname,claim_code,assign_to', ...rows, ''].join('\r\n');
  const { counts } = await sam.call(importDevices, {
    query: { importId: crypto.randomUUID(), dryRun: 'false' },
    body: new TextEncoder().encode(file),
  });
  expect(counts).toEqual({ good: trackers.length, refused: 0 });
}

/** The devices of the Manage Devices tab: rows, on a phone cards. */
const rows = (page: Page): Locator =>
  page
    .getByRole('tabpanel')
    .locator('tbody tr, li')
    .filter({ has: page.getByText(/^Van \d\d$/) });

const rowOf = (page: Page, nth: number): Locator => rows(page).filter({ hasText: nameOf(nth) });

/** Finds a device by typing and selects the device. Its details appear below. */
async function choose(page: Page, nth: number): Promise<void> {
  const choice = page.getByRole('combobox', { name: devicesTexts.myDevices });
  await choice.fill(nameOf(nth));
  await page
    .getByRole('listbox')
    .getByRole('option', { name: nameOf(nth) })
    .click();
  await expect(page.getByRole('button', { name: pingTexts.button(nameOf(nth)) })).toBeVisible();
}
