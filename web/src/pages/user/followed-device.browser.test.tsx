import type { Device } from '@trace/contract/devices/devices.schema';
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import { startLive, stopLive } from '@trace/contract/tracking/tracking.api';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aDevice, premium } from '#testing/fake-server/fake-server-world.ts';

const ute = aDevice('Trace_4F21', 'Work ute');
const boat = aDevice('Trace_4F6E', 'Boat');
const uteIsGone = 'Live tracking has ended. Work ute (Trace_4F21) is no longer one of your devices.';
const boatIsGone = 'Live tracking has ended. Boat (Trace_4F6E) is no longer one of your devices.';

// A map renders slowly without a graphics card, so the test uses a small viewport.
beforeEach(() => page.viewport(800, 700));

/** Opens the page of a premium user whose device list another user changes. */
async function open(address: string) {
  const portal = await openPortal(address, { world: { subscription: premium, devices: [ute, boat], statuses: [] } });
  const { server, world } = portal;
  let changes = 0;
  const become = (...devices: Device[]) => {
    world.devices = devices;
    changes += 1;
    server.stream.push(devicesChangedEvent, {}, String(changes));
  };
  const asked = () => [startLive, stopLive].map((call) => server.calls(call).map(({ params }) => params['serial']));
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  return { ...portal, become, asked };
}

test('the live view shows the new name of its device and ends when the device is removed [LIVE-06]', async () => {
  const { screen, become, asked } = await open('/user');
  await screen.getByRole('button', { name: 'Open Live View' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('Live Tracking Active')).toBeVisible();
  become({ ...ute, name: 'Ute' }, boat);
  await expect.element(dialog.getByText(/^Ute/)).toBeVisible();
  expect(asked()).toEqual([['Trace_4F21'], []]);
  become(ute, boat);
  await expect.element(dialog.getByText(/^Work ute/)).toBeVisible();

  become(boat);
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(uteIsGone);
  expect(dialog.getByText(/Boat|Live Tracking Active/).elements()).toEqual([]);
  expect(await axeFindings(dialog.element())).toEqual([]);
  become();
  await expect.element(screen.getByText(/^No devices yet/)).toBeInTheDocument();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(uteIsGone);
  expect(asked()).toEqual([['Trace_4F21'], ['Trace_4F21']]);
  await dialog.getByRole('button', { name: 'Close live view' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('the tab follows a renamed device and selects no other device after a removal [LIVE-03] [PATH-03]', async () => {
  const { screen, become, asked } = await open('/user?tab=live&device=Trace_4F21');
  const select = screen.getByRole('combobox', { name: 'Select a device to track' });
  await screen.getByRole('button', { name: 'Start Live Tracking' }).click();
  await expect.element(screen.getByText('Live tracking active for Work ute')).toBeVisible();
  become({ ...ute, name: 'Ute' }, boat);
  await expect.element(screen.getByText('Live tracking active for Ute')).toBeVisible();
  become(ute, boat);
  await screen.getByRole('button', { name: 'Show history' }).click();
  become(boat);
  await expect.element(screen.getByText(uteIsGone)).toBeVisible();
  await expect.element(select).toHaveValue('');
  await expect.element(screen.getByRole('region', { name: 'History' })).not.toBeInTheDocument();
  expect(asked()).toEqual([['Trace_4F21'], ['Trace_4F21']]);

  await select.click();
  await screen.getByRole('option', { name: 'Boat · Trace_4F6E', exact: false }).click();
  await screen.getByRole('button', { name: 'Start Live Tracking' }).click();
  await expect.element(screen.getByText('Live tracking active for Boat')).toBeVisible();
  become();
  await expect.element(screen.getByText(boatIsGone)).toBeVisible();
  await expect.element(screen.getByText(/^No devices yet/)).toBeVisible();
  expect(asked()[1]).toEqual(['Trace_4F21', 'Trace_4F6E']);
});
