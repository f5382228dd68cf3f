import { getDeviceFirmware, startFirmwareUpdate } from '@trace/contract/firmware/firmware.api';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { aFirmware, serveFirmware } from '#testing/fake-server/devices/fake-server-device-firmware.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { takeShot } from '#testing/shot.ts';

test('the focus stays in the dialog when the firmware has loaded [FWD-01]', async () => {
  const { screen, server } = await openPortal('/user?tab=devices');
  serveFirmware(server, aFirmware());
  const loaded = Promise.withResolvers<void>();
  server.on(getDeviceFirmware, async () => {
    await loaded.promise;
    return aFirmware();
  });
  await screen.getByRole('button', { name: 'Update available: Work ute' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toHaveFocus();
  loaded.resolve();
  await expect.element(dialog.getByRole('button', { name: 'Not now' })).toHaveFocus();
});

test('an update is offered, waits, follows the reports of the device, fails, and begins again [FWD-01] [FWD-02]', async () => {
  const { screen, server } = await openPortal('/user');
  const device = serveFirmware(server, aFirmware());
  await screen.getByRole('tab', { name: 'Manage Devices' }).click();
  const cue = (words: string) => screen.getByRole('button', { name: `${words}: Work ute` });
  await cue('Update available').click();

  const dialog = screen.getByRole('dialog');
  await expect.element(screen.getByRole('dialog', { name: 'Firmware Update Available' })).toBeVisible();
  for (const text of ['1.4.2', '1.5.0', '1.4 MB'])
    await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
  await expect.element(dialog.getByText(/Finds satellites faster/)).toBeVisible();
  expect(await axeFindings(dialog.element())).toEqual([]);
  await takeShot('firmware-offer');

  server.on(startFirmwareUpdate, () => refuse('conflict', 'Another update of this device is under way.'));
  await dialog.getByRole('button', { name: 'Update firmware' }).click();
  await expect.element(dialog.getByRole('alert').getByText('Firmware Update Failed')).toBeVisible();
  await expect.element(dialog.getByText('Another update of this device is under way.')).toBeVisible();
  const { advance } = device;
  expect(screen.getByRole('alert').elements()).toHaveLength(1);
  advance({ state: 'waiting', waitingFor: 'battery_low' });
  await expect.element(dialog.getByText(/^Waits until the battery has 30%/)).toBeVisible();
  advance({ state: 'downloading', progressPct: 45 });
  const bar = dialog.getByRole('progressbar');
  await expect.element(bar).toHaveAttribute('aria-valuenow', '45');
  expect(dialog.getByText('Firmware Update Failed').elements()).toEqual([]);
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toBeVisible();
  expect(await axeFindings(dialog.element())).toEqual([]);
  await takeShot('firmware-downloading');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(cue('Updating 45%')).toBeVisible();
  await takeShot('firmware-cue');
  advance({ state: 'installing', progressPct: 100 });
  await cue('Updating').click();
  await expect.element(dialog.getByText('Installing the new version')).toBeVisible();
  const current = () =>
    dialog
      .getByRole('listitem')
      .elements()
      .find((item) => item.ariaCurrent === 'step');
  expect(current()?.textContent).toBe('Install');
  advance({ state: 'rebooting' });
  await expect.element(dialog.getByText('Restarting into the new version')).toBeVisible();

  advance({ state: 'failed', failure: 'went_back' });
  await expect.element(screen.getByRole('dialog', { name: 'Firmware Update Failed' })).toBeVisible();
  await expect.element(dialog.getByText(/the device returned to its old version/)).toBeVisible();
  await takeShot('firmware-failed');
  serveFirmware(server, aFirmware());
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByText('The update starts within a minute.')).toBeVisible();
  expect(server.calls(startFirmwareUpdate)).toHaveLength(2);
  advance({ state: 'verifying', failure: null });
  await expect.element(dialog.getByText(/Trace watches its reports/)).toBeVisible();
  advance({ state: 'done' });
  await expect.element(screen.getByRole('dialog', { name: 'Update complete' })).toBeVisible();
  await expect.element(dialog.getByText('The device runs 1.5.0.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('on a phone the update fits the width, and a failed check says why and can be repeated [FWD-01] [CTRL-03]', async () => {
  await page.viewport(390, 844);
  const { screen, server } = await openPortal('/user?tab=devices', { scheme: 'dark' });
  const device = serveFirmware(server, aFirmware());
  server.on(getDeviceFirmware, () => refuse('unavailable', 'The server is busy.'));
  await screen.getByRole('button', { name: 'Update available: Work ute' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Update Check Failed' })).toBeVisible();
  await expect.element(screen.getByText('The server is busy.')).toBeVisible();
  server.on(getDeviceFirmware, () => aFirmware());
  await screen.getByRole('button', { name: 'Try again' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Firmware Update Available' });
  await expect.element(dialog).toBeVisible();
  await takeShot('firmware-offer-phone-dark');
  device.advance({ state: 'downloading', progressPct: 12 });
  await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '12');
  expect(await axeFindings()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await takeShot('firmware-downloading-phone-dark');
  await page.viewport(1_440, 900);
});
