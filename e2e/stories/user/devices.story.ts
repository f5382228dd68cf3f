import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { deviceTableTexts } from '@trace/contract/fleet/fleet.table.texts';
import { manageTexts } from '@trace/contract/devices/devices.manage.texts';
import { statusLabel } from '@trace/contract/device-status/device-status.texts';
import { caravan } from '../../equipment/own-tracker.ts';
import { signIn } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

const list = '/user?tab=devices';

test('an offline device shows offline, is online with its first report, and its new name appears everywhere at once [UDASH-05] [UDASH-08]', async ({
  page,
  portal,
  switchOn,
}) => {
  await signIn(page, portal.people().premium, list);
  const row = page.getByRole('row').filter({ hasText: caravan.serialNumber });
  const tracker = await switchOn();
  await expect(row).toContainText(statusLabel.online);
  // Crashes without a disconnect message, so that the last will is published at once. The state before the story does
  // not matter.
  tracker.crash();
  await expect(row).toContainText(statusLabel.offline);
  await switchOn();
  await expect(row).toContainText(statusLabel.online);

  const other = await page.context().newPage();
  await other.goto(list);
  await expect(other.getByRole('columnheader', { name: devicesTexts.columns.company })).toBeVisible();
  const nickname = 'Home on wheels';
  await rename(page, caravan.name, nickname);
  await expect(other.getByText(nickname)).toBeVisible();
  await rename(page, nickname, caravan.name);
  await expect(other.getByText(nickname)).toBeHidden();
});

/** Renames a device with the menu of its row. */
async function rename(page: Parameters<typeof signIn>[0], from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: deviceTableTexts.actionsOf(from) }).click();
  await page.getByRole('menuitem', { name: manageTexts.rename }).click();
  const dialog = page.getByRole('dialog', { name: manageTexts.renameTitle(from) });
  await dialog.getByRole('textbox', { name: manageTexts.nickname }).fill(to);
  await dialog.getByRole('button', { name: manageTexts.save }).click();
  await expect(dialog).toBeHidden();
}
