import { deviceStatusFunction } from '@trace/contract/device-status/device-status.api';
import { deviceStatusEvent } from '@trace/contract/device-status/device-status.stream';
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import { expect, test } from 'vitest';
import { openPortal } from '#testing/fake-server-portal.tsx';
import { ago, aStatus } from '#testing/fake-server-status.ts';
import { aDevice } from '#testing/fake-server-world.ts';
import { refuse } from '#testing/fake-server.ts';

const names = ['Online', 'New', 'Asleep', 'Away', 'Broken', 'Busy', 'Silent'];
const devices = names.map((name, index) => aDevice(`Trace_${index}`, name));
const statuses = [
  aStatus('Trace_0'),
  aStatus('Trace_1', { configApplied: false, networkType: 'ethernet', network: 'ethernet' }),
  aStatus('Trace_2', { status: 'sleeping', sleepModeActive: true }),
  aStatus('Trace_3', { status: 'offline', network: 'disconnected', connectivity: false }),
  aStatus('Trace_4', { status: 'error', lastError: 'GPS antenna not connected' }),
  aStatus('Trace_5', { status: 'updating' }),
  aStatus('Trace_6', { status: 'awaiting', network: 'disconnected', connectivity: false, lastSeen: null }),
];

test('STAT-01 STAT-02 each status has its word, its qualifier and its network', async () => {
  const { screen } = await openPortal('/user?tab=devices', { world: { devices, statuses } });
  await expect.element(screen.getByRole('table')).toBeVisible();
  const rows = screen.getByRole('row').elements().slice(1);
  const cells = rows.map((row) => [...row.querySelectorAll('td')].slice(1, 3).map((cell) => cell.textContent));
  expect(cells).toEqual([
    ['OnlineConfigured', 'SIM'],
    ['OnlineAwaiting config', 'Ethernet'],
    ['SleepingPower Save', 'SIM'],
    ['Offline', 'Disconnected'],
    ['ErrorGPS antenna not connected', 'SIM'],
    ['Updating', 'SIM'],
    ['Awaiting', 'Disconnected'],
  ]);
  expect(rows.at(-1)?.textContent).toContain('Never');
});

test('STAT-04 a change of status reaches the open page by itself', async () => {
  const { screen, server } = await openPortal('/user?tab=devices');
  const row = screen.getByRole('row').filter({ hasText: 'Work ute' });
  await expect.element(row.getByText('Online')).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  server.stream.push(deviceStatusEvent, aStatus('Trace_4F21', { status: 'offline', lastSeen: ago(2) }));
  await expect.element(row.getByText('Offline')).toBeVisible();
});

test('a device that is assigned while the page is open appears', async () => {
  const { screen, server, world } = await openPortal('/user?tab=devices', { world: { devices: [], statuses: [] } });
  await expect.element(screen.getByText(/No devices yet/)).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  world.devices = [aDevice('Trace_4F21', 'Work ute')];
  server.stream.push(devicesChangedEvent, {}, '1');
  await expect.element(screen.getByRole('row').filter({ hasText: 'Work ute' })).toBeVisible();
});

test("STAT-04 a check by hand that fails says 'Status Check Failed' and when it is tried again", async () => {
  const { screen, server } = await openPortal('/user?tab=devices');
  server.on(deviceStatusFunction, () => refuse('unavailable'));
  await screen.getByRole('button', { name: 'Check status now: Work ute' }).click();
  await expect.element(screen.getByText('Status Check Failed')).toBeVisible();
  await expect.element(screen.getByText(/Retry 1\/3, next check in 1 min/)).toBeVisible();
  server.on(deviceStatusFunction, () => ({
    success: true as const,
    status: 'updating' as const,
    sleepModeActive: false,
    sleepModeEnabled: false,
    networkType: 'lte' as const,
    configApplied: true,
    connectivity: true,
    liveGpsEnabled: false,
    lastSeen: ago(0),
    timeSinceLastHeartbeat: 0,
    lastError: null,
  }));
  await screen.getByRole('button', { name: 'Check status now: Work ute' }).click();
  await expect.element(screen.getByText('Updating')).toBeVisible();
  expect(screen.getByText(/Retry/).elements()).toEqual([]);
});

test('STAT-04 where push is cut the page asks by itself, at most three at once, and says that it is not live', async () => {
  const four = Array.from({ length: 4 }, (_, index) => aDevice(`Trace_${index}`, `Van ${index}`));
  const { screen, server } = await openPortal('/user?tab=devices', {
    world: { devices: four, statuses: four.map(({ serialNumber }) => aStatus(serialNumber)) },
  });
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  server.stream.setOpenable(false);
  server.stream.drop();
  await expect.element(screen.getByText(/Connection lost. Trying again./)).toBeVisible();
  await expect.poll(() => server.calls(deviceStatusFunction).length, { timeout: 10_000 }).toBe(3);
  await expect.poll(() => server.calls(deviceStatusFunction).length, { timeout: 10_000 }).toBe(4);
  server.stream.setOpenable(true);
  await expect.poll(() => screen.getByText(/Connection lost/).elements().length, { timeout: 20_000 }).toBe(0);
});
