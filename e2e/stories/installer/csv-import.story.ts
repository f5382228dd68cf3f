import { importTexts } from '@trace/contract/devices/registration/devices.import.texts';
import { deviceTableTexts } from '@trace/contract/fleet/fleet.table.texts';
import { registrationTexts } from '@trace/contract/devices/registration/devices.registration.texts';
import { enterSerials } from '../../equipment/device-registry.ts';
import { signIn } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

const van = { serial: 'Trace_Csv_Van', name: 'Glazier van' };
const boat = { serial: 'Trace_Csv_Boat', name: 'مركب الميناء' };
const stranger = 'Trace_Csv_Unknown';

const file = {
  name: 'autumn.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'serial_number,nickname,claim_code,assign_to',
      `${van.serial},${van.name},,`,
      `${stranger},Nobody's,,`,
      `${boat.serial},${boat.name},,nora@boats.example`,
      '',
    ].join('\r\n'),
  ),
};

test('a CSV import shows errors before saving, and the imported devices appear in the table [IDEV-08]', async ({
  page,
  portal,
}) => {
  await enterSerials(portal, [van.serial, boat.serial]);
  await signIn(page, portal.people().installer, '/installer/setup');
  await page.getByRole('button', { name: importTexts.open }).click();
  const dialog = page.getByRole('dialog', { name: importTexts.title });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: importTexts.choose }).click();
  await (await chooser).setFiles(file);

  await expect(dialog.getByText(importTexts.wouldImport(2))).toBeVisible();
  await expect(dialog.getByText(importTexts.nothingYet)).toBeVisible();
  const row = (serial: string) => dialog.getByRole('row').filter({ hasText: serial });
  await expect(row(stranger)).toContainText(registrationTexts.outcomes.refused);
  await expect(row(stranger)).toContainText(registrationTexts.notInRegistry(stranger));
  await dialog.getByRole('switch', { name: importTexts.onlyRefused }).click();
  await expect(row(van.serial)).toContainText(registrationTexts.outcomes.ready);

  await dialog.getByRole('button', { name: importTexts.import(2) }).click();
  await expect(dialog.getByText(importTexts.imported(2))).toBeVisible();
  await dialog.getByRole('button', { name: importTexts.close }).click();

  await page.goto('/installer/devices');
  await page.getByRole('searchbox', { name: deviceTableTexts.search }).fill('Trace_Csv');
  const found = (serial: string) => page.getByRole('row').filter({ hasText: serial });
  await expect(found(van.serial)).toContainText(van.name);
  await expect(found(boat.serial)).toContainText(boat.name);
  await expect(found(boat.serial)).toContainText('nora@boats.example');
  await expect(found(boat.serial)).toContainText(deviceTableTexts.waiting);
  await expect(found(stranger)).toHaveCount(0);
});
