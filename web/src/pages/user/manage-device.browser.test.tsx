import { cancelSetup, reconfigureDevice, retrySetup } from '@trace/contract/device-setup/device-setup.api';
import { setupChangedEvent } from '@trace/contract/device-setup/device-setup.stream';
import { removeDevice, renameDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { signInToHubs } from '@trace/contract/hubs/hubs.api';
import { historyTexts } from '@trace/contract/tracking/tracking.history.texts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { chooseAction } from '#testing/choose-action.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aSetup, hubHandle, plainSetup } from '#testing/fake-server/devices/fake-server-setup.ts';
import { ago } from '#testing/fake-server/devices/fake-server-status.ts';
import { aDevice, premium, type World } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

const serial = 'Trace_4F21';

async function openQuestion(question: string, world: Partial<World> = {}) {
  const opened = await openPortal('/user?tab=devices', { world });
  if (question === 'Rename') await chooseAction(opened.screen, 'Work ute', question);
  else await opened.screen.getByRole('button', { name: `${question} Work ute` }).click();
  const dialog = opened.screen.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  return { ...opened, dialog };
}

test('Remove asks first, lists the losses, offers the history and explains each failure [UDASH-09]', async () => {
  const { screen, server, world, dialog } = await openQuestion('Remove', {
    devices: [{ ...aDevice(serial, 'Work ute'), hubId: '00A41F7C' }],
  });
  await expect.element(dialog.getByText('Remove Work ute?')).toBeVisible();
  await expect.element(dialog.getByText('Panic alerts from its hub will no longer reach Trace.')).toBeVisible();
  await expect.element(dialog.getByText('Its recorded positions will be deleted.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(await axeFindings(dialog.element())).toEqual([]);
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#');
  await dialog.getByRole('button', { name: 'Download ping history first' }).click();
  await expect.poll(() => saved.mock.calls.length).toBe(1);
  expect(await (saved.mock.calls[0]![0] as Blob).text()).toMatch(
    /^Time,Latitude,Longitude,Accuracy in metres,GPS fix\r\n\S+Z,-33\.841200,151\.210300,8,20\d\d-\S+Z\r\n/,
  );
  saved.mockRestore();
  server.on(removeDevice, () => refuse('internal'));
  await dialog.getByRole('button', { name: 'Remove device' }).click();
  await expect.element(screen.getByText('Deletion Error')).toBeVisible();
  await expect.element(screen.getByText(/^Failed to remove device from database: /)).toBeVisible();
  server.on(removeDevice, () => refuse('conflict', 'Somebody else changed it.'));
  await dialog.getByRole('button', { name: 'Remove device' }).click();
  await expect.element(screen.getByText('Failed to delete device: Somebody else changed it.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  const remove = screen.getByRole('button', { name: 'Remove Work ute' });
  await expect.element(remove).toHaveFocus();
  // A device that is already removed is also missing from the list.
  server.on(removeDevice, () => {
    world.devices = [];
    return refuse('not_found', 'There is no such device.');
  });
  await remove.click();
  await dialog.getByRole('button', { name: 'Remove device' }).click();
  // Sooner than the regular refresh of the list.
  await expect.element(screen.getByText(/No devices yet/), { timeout: 8_000 }).toBeVisible();
});

test('the new claim code is shown once and stays open until the user has written the code down [UDASH-09] [REG-09]', async () => {
  const { screen, server, world, dialog } = await openQuestion('Remove', {
    devices: [aDevice(serial, 'Work ute')],
    subscription: premium,
  });
  // Premium keeps a history of 90 days, so the dialog offers that history.
  await expect.element(dialog.getByRole('button', { name: historyTexts.exportTitle })).toBeVisible();
  server.on(removeDevice, () => {
    world.devices = world.devices.filter(({ serialNumber }) => serialNumber !== serial);
    return { serialNumber: serial, claimCode: 'K7QM2-2D9FA-BBBBB-CCCCC' };
  });
  await dialog.getByRole('button', { name: 'Remove device' }).click();
  const shown = screen.getByRole('dialog', { name: 'Write down the new claim code' });
  await expect.element(shown.getByText('K7QM2-2D9FA-BBBBB-CCCCC')).toBeVisible();
  // The whole table disappears with the last device.
  await expect.element(screen.getByText(/No devices yet/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(shown).toBeVisible();
  expect(await axeFindings(shown.element())).toEqual([]);
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await shown.getByRole('button', { name: 'Copy code' }).click();
  await expect.element(screen.getByText('Claim code copied to clipboard!')).toBeVisible();
  expect(writeText).toHaveBeenCalledWith('K7QM2-2D9FA-BBBBB-CCCCC');
  writeText.mockRestore();
  await shown.getByRole('button', { name: "I've written it down" }).click();
  await expect.element(shown).not.toBeInTheDocument();
  expect(server.calls(removeDevice).map(({ body }) => body)).toEqual([{ confirmation: null }]);
});

test('a device is renamed, and the field shows the reason for an invalid name', async () => {
  const { screen, server, dialog } = await openQuestion('Rename');
  const field = dialog.getByRole('textbox', { name: 'Nickname' });
  await expect.element(field).toHaveFocus();
  await field.fill('‮etu');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(dialog.getByText('The name contains a hidden character. Type it again instead of pasting it.'))
    .toBeVisible();
  server.on(renameDevice, ({ body }) => ({ serialNumber: serial, name: body.nickname ?? `Device ${serial}` }));
  await field.fill('🚐 Ute');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Device renamed.')).toBeVisible();
  expect(server.calls(renameDevice).map(({ body }) => body)).toEqual([{ nickname: '🚐 Ute' }]);
});

test('Reconfigure needs verified credentials and a hub, and reports the result [HUB-02] [HUB-04]', async () => {
  const broken = { id: '00A41F7C', name: 'Novak home', brokenSince: ago(3_000) };
  const setup = aSetup({ serialNumber: serial, hub: broken, state: 'failed', attempts: 2, nextAt: ago(-4) });
  const { screen, server, dialog } = await openQuestion('Reconfigure', { setup: { ...plainSetup(), setup } });
  await expect.element(dialog.getByText(/^Hub link broken since/)).toBeVisible();
  await expect.element(dialog.getByText('The device did not accept the settings. Trace will retry')).toBeVisible();
  await dialog.getByRole('button', { name: 'Reconfigure' }).click();
  await expect.element(dialog.getByText('Configuration Required')).toBeVisible();
  await expect
    .element(dialog.getByText('Please verify Ajax credentials and select a hub before reconfiguring.'))
    .toBeVisible();
  const username = dialog.getByRole('textbox', { name: 'Ajax username' });
  await expect.element(username).toHaveFocus();
  await username.fill('mia@post.example');
  await dialog.getByRole('textbox', { name: 'Ajax password' }).fill('Harbour-2026');
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('radio', { name: /Boat shed/ }).click();
  await expect.element(dialog.getByText('Configuration Required')).not.toBeInTheDocument();
  expect(await axeFindings(dialog.element())).toEqual([]);
  server.on(reconfigureDevice, () => refuse('conflict', 'Somebody else changed this.'));
  await dialog.getByRole('button', { name: 'Reconfigure' }).click();
  await expect.element(screen.getByText('Reconfiguration Failed')).toBeVisible();
  server.on(reconfigureDevice, () => refuse('gone', 'The verification has expired.', 'body.hub.handle'));
  await dialog.getByRole('button', { name: 'Reconfigure' }).click();
  await expect.element(dialog.getByText('The verification has expired.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
  await dialog.getByRole('radio', { name: /Boat shed/ }).click();
  server.on(reconfigureDevice, () => aSetup({ serialNumber: serial, state: 'queued' }));
  await dialog.getByRole('button', { name: 'Reconfigure' }).click();
  await expect.element(screen.getByText(/^Settings saved\. They will be sent to the device as soon as/)).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.calls(reconfigureDevice).at(-1)?.body).toEqual({ hub: { handle: hubHandle, hubId: '00A3E911' } });
  expect(server.calls(signInToHubs)[0]?.body).toMatchObject({ serialNumber: serial });
});

test('the switch of the hub is named by its heading, without a second label [HUB-02]', async () => {
  const { dialog } = await openQuestion('Reconfigure');
  await expect.element(dialog.getByRole('switch', { name: 'Hub integration' })).toBeChecked();
  expect(dialog.element().textContent.match(/Hub integration/g)).toHaveLength(1);
});

test('only the SIM is changed or removed on a phone in dark mode without axe violations [HUB-03]', async () => {
  await page.viewport(390, 844);
  const setup = { ...plainSetup(), setup: aSetup({ serialNumber: serial, hasSim: true }) };
  const opened = await openPortal('/user?tab=devices', { scheme: 'dark', world: { setup } });
  await chooseAction(opened.screen, 'Work ute', 'Reconfigure');
  const dialog = opened.screen.getByRole('dialog', { name: 'Reconfigure Device' });
  opened.server.on(reconfigureDevice, () => aSetup({ serialNumber: serial, state: 'queued' }));
  await dialog.getByRole('button', { name: 'Remove SIM settings' }).click();
  await expect.element(dialog.getByText('Factory default')).toBeVisible();
  await dialog.getByRole('switch', { name: 'Hub integration' }).click();
  await dialog.getByRole('textbox', { name: 'APN' }).fill('iot.example');
  expect(await axeFindings(dialog.element())).toEqual([]);
  await dialog.getByRole('button', { name: 'Reconfigure' }).click();
  await expect.element(opened.screen.getByText(/^Settings saved\. They will be sent to/)).toBeVisible();
  expect(opened.server.calls(reconfigureDevice).map(({ body }) => body)).toEqual([
    { sim: null },
    { sim: { apn: 'iot.example' } },
  ]);
  expect(document.documentElement.scrollWidth).toBe(390);
  await page.viewport(1_440, 900);
});

test('the SIM field that the server refuses shows the reason and takes the focus [HUB-03]', async () => {
  const { server, dialog } = await openQuestion('Reconfigure');
  await dialog.getByRole('switch', { name: 'Hub integration' }).click();
  const apn = dialog.getByRole('textbox', { name: 'APN' });
  await apn.fill('iot.example');
  server.on(reconfigureDevice, () => refuse('invalid_input', 'The modem refuses this APN.', 'body.sim.apn'));
  await dialog.getByRole('button', { name: 'Reconfigure' }).click();
  await expect.element(apn).toHaveAccessibleDescription('The modem refuses this APN.');
  await expect.element(apn).toHaveFocus();
  await apn.fill('iot');
  await expect.element(apn).not.toHaveAccessibleDescription();
});

test('failed programming can be retried or cancelled, and the result is pushed [REG-06]', async () => {
  const failed = aSetup({ serialNumber: serial, hasSim: true, state: 'failed', attempts: 2, nextAt: ago(-4) });
  const setup = { ...plainSetup(), setup: aSetup({ ...failed, message: 'The device did not answer.' }) };
  const { server, dialog } = await openQuestion('Reconfigure', { setup });
  const stands = dialog.getByRole('status').filter({ hasText: /device|Programming/ });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  // The status region leaves out the remaining minutes, so a screen reader does not announce each change.
  await expect
    .element(stands)
    .toHaveTextContent('The device did not accept the settings. Trace will retryThe device did not answer.');
  await expect.element(dialog.getByText(/^2 attempts, next attempt in/)).toBeVisible();
  server.on(retrySetup, () => (setup.setup = aSetup({ ...failed, state: 'queued', attempts: 3, nextAt: null })));
  await button('Try now').click();
  await expect.element(stands).toMatchTextContent('Waiting to be sent to the device');
  await expect.element(dialog.getByText('3 attempts')).toBeVisible();
  server.on(cancelSetup, () => (setup.setup = aSetup({ ...failed, state: 'cancelled', attempts: 3, nextAt: null })));
  await button('Cancel programming').click();
  await expect.element(stands).toMatchTextContent('Programming was cancelled. Your saved settings are kept');
  await expect.element(button('Cancel programming')).not.toBeInTheDocument();
  await button('Try now').click();
  await expect.element(button('Cancel programming')).toBeVisible();
  expect(server.calls(retrySetup).map(({ params }) => params)).toEqual([{ serial }, { serial }]);
  setup.setup = aSetup({ ...failed, state: 'applied', attempts: 4, nextAt: null });
  server.stream.push(setupChangedEvent, { serialNumber: serial, state: 'applied', isHubBroken: false }, '1');
  await expect.element(stands).toMatchTextContent('Applied by the device');
  await expect.element(button('Try now')).not.toBeInTheDocument();
});
