import { assignDevice } from '@trace/contract/devices/assignment/devices.assignment.api';
import { deviceStatusEvent } from '@trace/contract/device-status/device-status.stream';
import type { DeviceSetup } from '@trace/contract/device-setup/device-setup.schema';
import { pingDevice } from '@trace/contract/ping/ping.api';
import { listDeviceTable } from '@trace/contract/fleet/fleet.table.api';
import { page } from 'vitest/browser';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { axeFindings } from '#testing/axe.ts';
import { chooseAction } from '#testing/choose-action.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aSetup, plainSetup } from '#testing/fake-server/devices/fake-server-setup.ts';
import { aRow } from '#testing/fake-server/devices/fake-server-table.ts';
import { ago, aStatus } from '#testing/fake-server/devices/fake-server-status.ts';
import { aPing, sam } from '#testing/fake-server/fake-server-world.ts';

beforeEach(() => page.viewport(1_280, 900));

const serial = 'Trace_7C04';
const hub = { id: '00A41F7C', name: 'Novak home', brokenSince: null };

const open = (address: string, row: Parameters<typeof aRow>[2] = {}, state: DeviceSetup['state'] = 'applied') =>
  openPortal(address, {
    world: {
      person: sam,
      table: [aRow(serial, 'Caravan', row)],
      setup: { ...plainSetup(), setup: aSetup({ serialNumber: serial, hub, state }) },
    },
  });

const address = `/installer/commissioning?device=${serial}`;

/** The device answers a ping with its place. */
const located = ({ body: { id } }: { body: { id: string } }) => ({
  outcome: 'located' as const,
  id,
  charged: true as const,
  location: aPing(0, -33.83, 151.22, { id, serialNumber: serial, deviceName: 'Caravan' }),
});

test('each check says what is missing, follows the device live, and ends all done with a printed record [REG-15]', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  onTestFinished(() => print.mockRestore());
  const { screen, server, world } = await open(address, { status: aStatus(serial, { signalPct: 12 }) });
  const record = screen.getByRole('region', { name: 'Commissioning record' });
  await expect.element(record.getByText('The signal is weak. Move the device or its antenna.')).toBeVisible();
  await expect.element(record.getByText('Assign the device to its user.')).toBeVisible();
  await expect.element(record.getByText('Press Get Location while the device can see the sky.')).toBeVisible();
  await expect.element(screen.getByText('3 checks are missing.')).toBeVisible();
  for (const words of [serial, 'Harbour Alarms', 'Sam Okafor', 'Novak home', 'Hub: Done', 'Battery: Done']) {
    await expect.element(record.getByText(words, { exact: true })).toBeVisible();
  }
  expect(await axeFindings()).toEqual([]);

  await expect.poll(() => server.stream.isOpen()).toBe(true);
  const strong = aStatus(serial, { signalPct: 64 });
  world.table = world.table.map((row) => ({ ...row, status: strong }));
  server.stream.push(deviceStatusEvent, strong);
  await expect.element(record.getByText('Signal: Done')).toBeVisible();
  server.on(pingDevice, located);
  await screen.getByRole('button', { name: 'Get Location' }).click();
  await expect.element(record.getByText('Position: Done')).toBeVisible();
  await expect.element(record.getByText(/Accuracy: .*Measured:/)).toBeVisible();
  expect(screen.getByRole('dialog').elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Assign' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: "User's email" }).fill('mia.novak@post.example');
  await dialog.getByRole('button', { name: 'Assign Device' }).click();
  await expect.element(screen.getByText('All checks are done. The device is commissioned.')).toBeVisible();
  expect(server.calls(assignDevice)).toHaveLength(1);
  await screen.getByRole('button', { name: 'Print or save as PDF' }).click();
  expect(print).toHaveBeenCalledOnce();
  await expect.poll(() => document.title).toContain('Commissioning record of Caravan');
  expect(await axeFindings()).toEqual([]);
});

test('a device with a wrong clock can be commissioned, and the record says what to do until it is right [REG-15]', async () => {
  const wrong = aStatus(serial, { clockWrongSince: ago(9), clockOffSec: -3 * 86_400 });
  const { screen, server } = await open(address, { status: wrong, assignment: 'assigned' });
  const record = screen.getByRole('region', { name: 'Commissioning record' });
  await expect.element(record.getByText('Device clock: Wrong')).toBeVisible();
  await expect.element(record.getByText(/^Wrong since .*, 3 days behind\.$/)).toBeVisible();
  await expect.element(record.getByText(/restart it so that it sets its clock\.$/)).toBeVisible();
  await expect.element(screen.getByText('1 check is missing. The clock of the device is wrong.')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  server.on(pingDevice, located);
  await screen.getByRole('button', { name: 'Get Location' }).click();
  const complete = 'All checks are done. The device is commissioned.';
  await expect.element(screen.getByText(`${complete} The clock of the device is wrong.`)).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  server.stream.push(deviceStatusEvent, aStatus(serial));
  await expect.element(screen.getByText(complete, { exact: true })).toBeVisible();
  await expect.element(record.getByText('Device clock: Wrong')).not.toBeInTheDocument();
});

test('the position of an assigned device needs the approval of its user [REG-15]', async () => {
  const { screen, server } = await open(address, {
    assignment: 'assigned',
    relation: 'installer_assigned',
    user: { name: 'Mia Novak', email: 'mia.novak@post.example' },
  });
  await expect.element(screen.getByText('Mia Novak')).toBeVisible();
  await screen.getByRole('button', { name: 'Request access' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Request Location Access: Caravan' })).toBeVisible();
  expect(server.calls(pingDevice)).toEqual([]);
});

test('the row of a device leads to its commissioning, and an unknown device is refused in words [REG-15]', async () => {
  const { screen, history } = await open('/installer/devices');
  await chooseAction(screen, 'Caravan', 'Commissioning');
  await expect.poll(() => history.location.href).toBe(address);
  await expect.element(screen.getByRole('region', { name: 'Commissioning record' })).toBeVisible();
  history.push('/installer/commissioning?device=Trace_OTHER');
  await expect.element(screen.getByText('This device is not in your list of devices.')).toBeVisible();
});

test('an address without a device offers the devices to choose from, the newest first [REG-15]', async () => {
  const { screen, server, world, history } = await open('/installer/commissioning');
  const choice = screen.getByRole('region', { name: 'Choose the device to commission' });
  await expect.element(choice.getByRole('link', { name: /Caravan/ })).toBeVisible();
  expect(server.calls(listDeviceTable).at(-1)!.query).toMatchObject({ sort: 'registered' });
  expect(await axeFindings()).toEqual([]);
  await choice.getByRole('searchbox', { name: 'Search devices' }).fill('No such');
  await expect.element(choice.getByText(/^No device matches the search\./)).toBeVisible();
  await choice.getByRole('searchbox', { name: 'Search devices' }).fill('Cara');
  await choice.getByRole('link', { name: /Caravan/ }).click();
  await expect.poll(() => history.location.href).toBe(address);
  await expect.element(screen.getByRole('region', { name: 'Commissioning record' })).toBeVisible();
  world.table = [];
  history.push('/installer/commissioning');
  await expect.element(screen.getByRole('link', { name: 'Register Device' })).toBeVisible();
});

test('a return to the checks shows what changed while another page was open [REG-15]', async () => {
  const { screen, history, world } = await open(address, {}, 'queued');
  await expect.element(screen.getByText('The device has not confirmed its hub settings yet.')).toBeVisible();
  history.push('/installer/commissioning');
  await expect.element(screen.getByRole('link', { name: /Caravan/ })).toBeVisible();
  world.setup.setup = aSetup({ serialNumber: serial, hub, state: 'applied' });
  world.table = [aRow(serial, 'Caravan', { status: aStatus(serial, { status: 'offline' }) })];
  history.push(address);
  await expect.element(screen.getByText('Hub: Done')).toBeVisible();
  await expect.element(screen.getByText('Connection: Missing')).toBeVisible();
});

test('the checks fit a phone [REG-15]', async () => {
  await page.viewport(390, 844);
  const { screen } = await open(address);
  await expect.element(screen.getByText('2 checks are missing.')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await axeFindings()).toEqual([]);
});
