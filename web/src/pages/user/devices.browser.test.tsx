import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { deviceStatusFunction } from '@trace/contract/device-status/device-status.function.api';
import { deviceStatusEvent } from '@trace/contract/device-status/device-status.stream';
import { listDevices } from '@trace/contract/devices/devices.api';
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { harbour } from '#testing/fake-server/people/fake-server-companies.ts';
import { chooseAction } from '#testing/choose-action.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { ago, aStatus } from '#testing/fake-server/devices/fake-server-status.ts';
import { aDevice, premium } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

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

test.each([
  ['Trace_3', 'Why is Away offline?'],
  ['Trace_4', 'Why does Broken report an error?'],
])('the question about %s names its status [SUPP-05]', async (serial, question) => {
  const { screen } = await openPortal(`/user?device=${serial}`, { world: { devices, statuses } });
  await expect.element(screen.getByRole('button', { name: question })).toBeVisible();
});

test('the dashboard says that the clock of the chosen device is wrong until it is right [STAT-03] [UDASH-04]', async () => {
  const wrong = statuses.with(0, aStatus('Trace_0', { clockWrongSince: ago(9) }));
  const { screen, server } = await openPortal('/user?device=Trace_0', { world: { devices, statuses: wrong } });
  const notice = screen.getByRole('region', { name: 'Device clock' });
  await expect
    .element(
      notice.getByText(
        'The clock of Online is wrong, so its positions cannot be dated and may not show. Ping it, or restart it so that it sets its clock.',
      ),
    )
    .toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  server.stream.push(deviceStatusEvent, aStatus('Trace_0'));
  await expect.element(notice).not.toBeInTheDocument();
});

test('a phone with a wrong clock is helped by its own settings [STAT-03] [PHON-01]', async () => {
  const phone = aDevice('Phone_7K2M', "Mia's phone");
  const wrong = [aStatus('Phone_7K2M', { clockWrongSince: ago(9) })];
  const { screen } = await openPortal('/user', { world: { devices: [phone], statuses: wrong } });
  const notice = screen.getByRole('region', { name: 'Device clock' });
  await expect
    .element(notice.getByText(/may not show\. Turn on the automatic date and time of the phone\.$/))
    .toBeVisible();
});

test('each status has a label, a qualifier and a network [STAT-01] [STAT-02]', async () => {
  const { screen } = await openPortal('/user?tab=devices', { world: { devices, statuses } });
  await expect.element(screen.getByRole('table')).toBeVisible();
  const rows = screen.getByRole('row').elements().slice(1);
  const cells = rows.map((row) => [...row.querySelectorAll('td')].slice(1, 3).map((cell) => cell.textContent));
  expect(cells).toEqual([
    ['ErrorGPS antenna not connected', 'SIM'],
    ['Offline', 'Disconnected'],
    ['Updating', 'SIM'],
    ['OnlineAwaiting config', 'Ethernet'],
    ['OnlineConfigured', 'SIM'],
    ['Awaiting', 'Disconnected'],
    ['SleepingPower Save', 'SIM'],
  ]);
  expect(rows[5]?.textContent).toContain('Never');
  const [status, qualifier] = rows[4]!.querySelectorAll('.mantine-Badge-root');
  expect(qualifier!.getBoundingClientRect().top).toBe(status!.getBoundingClientRect().top);
  const badges = rows.map((row) => [...row.querySelectorAll('.mantine-Badge-root')].map((badge) => badge.textContent));
  expect(badges).toEqual([
    ['Error'],
    ['Offline'],
    ['Updating'],
    ['Online', 'Awaiting config'],
    ['Online', 'Configured'],
    ['Awaiting'],
    ['Sleeping', 'Power Save'],
  ]);
});

test('the whole battery level is readable in a window of 1280 px, also beside a phone [UDASH-12]', async () => {
  await page.viewport(1_280, 800);
  onTestFinished(() => page.viewport(1_440, 900));
  const shown = [aDevice('Trace_4D18', 'Caravan'), aDevice('Trace_4F6E', 'Boat'), aDevice('Phone_7KMNPQ4R', 'Phone')];
  const levels = [
    aStatus('Trace_4D18', { status: 'offline', network: 'disconnected', connectivity: false, batteryPct: 4 }),
    aStatus('Trace_4F6E', { status: 'sleeping', sleepModeActive: true, network: 'disconnected', batteryPct: 64 }),
    aStatus('Phone_7KMNPQ4R', { status: 'awaiting', network: 'disconnected', connectivity: false, lastSeen: null }),
  ];
  const { screen } = await openPortal('/user?tab=devices', { world: { devices: shown, statuses: levels } });
  const table = screen.getByRole('table');
  const level = table.getByText('Battery very low, 4%');
  await expect.element(level).toBeVisible();
  const { fontSize } = getComputedStyle(level.element());
  expect(level.element().getBoundingClientRect().height).toBeLessThan(4 * Number.parseFloat(fontSize));
  const { scrollWidth, clientWidth } = table.element().parentElement!;
  expect(scrollWidth).toBe(clientWidth);
});

test('many devices can be narrowed to one status and to those that need attention [UDASH-05]', async () => {
  const { screen } = await openPortal('/user?tab=devices', { world: { devices, statuses } });
  const filter = screen.getByRole('combobox', { name: 'Status' });
  const shown = () =>
    [...document.querySelectorAll('tbody tr')].map((row) => row.textContent.match(/^[A-Z][a-z]+/)?.[0]);
  await filter.selectOptions('Needs attention');
  await expect.element(screen.getByText('2 of 7 devices')).toBeVisible();
  expect(shown()).toEqual(['Broken', 'Away']);
  await filter.selectOptions('Sleeping');
  await expect.poll(shown).toEqual(['Asleep']);
});

test('43 devices are compact rows with battery and status on a phone [UDASH-05] [UDASH-12]', async () => {
  const many = Array.from({ length: 43 }, (_, index) => aDevice(`Trace_90${index + 10}`, `Van ${index + 1}`));
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1_440, 900));
  const { screen } = await openPortal('/user?tab=devices', {
    world: { devices: many, statuses: many.map(({ serialNumber }) => aStatus(serialNumber, { batteryPct: 15 })) },
  });
  const rows = screen.getByRole('tabpanel').getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBe(43);
  const list = rows.first().element().parentElement!;
  expect(list.clientHeight).toBeLessThan(4_500);
  await expect.element(rows.first().getByText('Battery low, 15%')).toBeVisible();
  await expect.element(rows.first().getByText('Online')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
});

test('the table has every column and action, a search, and a card per device on a phone [UDASH-05]', async () => {
  const { id, name, email, phone, website, logoId } = harbour;
  const company = { id, name, email, phone, website, logoId };
  const many = Array.from({ length: 40 }, (_, index) => ({
    ...aDevice(`Trace_90${index + 10}`, `Van ${index + 1}`),
    company,
  }));
  const { screen } = await openPortal('/user?tab=devices', {
    world: { devices: many, statuses: many.map(({ serialNumber }) => aStatus(serialNumber)), subscription: premium },
  });
  await expect.element(screen.getByText('40 of 40 devices')).toBeVisible();
  const heads = screen.getByRole('columnheader').elements();
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'Device',
    'Status',
    'Network',
    'Subscription',
    'Installer Company',
    'Last Seen',
    'Actions',
  ]);
  await screen.getByRole('textbox', { name: 'Find a device by name or serial' }).fill('9049');
  await expect.element(screen.getByText('1 of 40 devices')).toBeVisible();
  const row = screen.getByRole('row').nth(1);
  expect(row.element().textContent).toContain('PremiumHarbour Alarms');
  for (const action of ['Ping', 'Reconfigure', 'Remove'])
    await expect.element(row.getByRole('button', { name: `${action} Van 40` })).toBeVisible();
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1_440, 900));
  const card = screen.getByRole('listitem').filter({ hasText: 'Van 40' });
  await card.getByRole('button', { name: 'Actions for Van 40' }).click();
  const items = screen.getByRole('menuitem');
  await expect
    .poll(() => items.elements().map(({ textContent }) => textContent))
    .toEqual(['Control', 'Check status now', 'Rename', 'Give back', 'Reconfigure', 'Remove']);
  expect(document.documentElement.scrollWidth).toBe(390);
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('textbox', { name: 'Find a device by name or serial' }).fill('‮nothing');
  await screen.getByRole('button', { name: 'Show all devices' }).click();
  await expect.element(screen.getByText('40 of 40 devices')).toBeVisible();
});

test("the list refreshes every 30 s and stays on failure with 'Failed to load devices. Please try again.' [UDASH-08]", async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { screen, server, world } = await openPortal('/user?tab=devices');
  await expect.element(screen.getByText('Work ute')).toBeVisible();
  world.devices = [aDevice('Trace_4F21', 'Work ute'), aDevice('Trace_5000', 'Trailer')];
  await vi.advanceTimersByTimeAsync(29_000);
  expect(server.calls(listDevices)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  // The fake clock keeps running during this wait.
  await expect.element(screen.getByText('Trailer'), { timeout: 5_000 }).toBeVisible();
  server.on(listDevices, () => refuse('forbidden'));
  await vi.advanceTimersByTimeAsync(30_000);
  const notice = screen.getByRole('alert').filter({ hasText: 'Failed to load devices. Please try again.' });
  await expect.element(notice).toBeVisible();
  await expect.element(screen.getByText('Trailer')).toBeVisible();
  // While the connection is lost, only the connection bar reports the loss.
  const lost = screen.getByText('Connection lost. Reconnecting…');
  server.stream.setOpenable(false);
  server.stream.drop();
  await expect.element(lost).toBeVisible();
  expect(notice.elements()).toEqual([]);
  server.stream.setOpenable(true);
  dispatchEvent(new Event('online'));
  await expect.element(lost).not.toBeInTheDocument();
  await expect.element(notice).toBeVisible();
  server.on(listDevices, () => ({ devices: world.devices, next: null }));
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect.element(notice).not.toBeInTheDocument();
});

test('a pushed status change appears on the open page [STAT-04]', async () => {
  const { screen, server } = await openPortal('/user?tab=devices');
  const row = screen.getByRole('row').filter({ hasText: 'Work ute' });
  await expect.element(row.getByText('Online')).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  server.stream.push(deviceStatusEvent, aStatus('Trace_4F21', { status: 'offline', lastSeen: ago(2) }));
  await expect.element(row.getByText('Offline')).toBeVisible();
});

test('a response already in flight does not overwrite a newer pushed status [STAT-04] [LIVE-09]', async () => {
  const { screen, server } = await openPortal('/user?tab=devices');
  const row = screen.getByRole('row').filter({ hasText: 'Work ute' });
  await expect.element(row.getByText('Online')).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  const held = Promise.withResolvers<void>();
  server.on(listStatuses, async () => {
    await held.promise;
    return { statuses: [aStatus('Trace_4F21'), aStatus('Trace_4F6E', { status: 'updating' })] };
  });
  const asked = server.calls(listStatuses).length;
  server.stream.drop();
  await expect.poll(() => server.calls(listStatuses).length).toBeGreaterThan(asked);
  server.stream.push(deviceStatusEvent, aStatus('Trace_4F21', { status: 'offline', lastSeen: ago(2) }));
  await expect.element(row.getByText('Offline')).toBeVisible();
  held.resolve();
  await expect.element(screen.getByText('Updating')).toBeVisible();
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

test("only a failed manual check shows 'Status Check Failed' while push works [STAT-04]", async () => {
  const { screen, server } = await openPortal('/user?tab=devices');
  server.on(deviceStatusFunction, () => refuse('unavailable'));
  await chooseAction(screen, 'Work ute', 'Check status now');
  await expect.element(screen.getByText('Status Check Failed')).toBeVisible();
  expect(screen.getByText(/Retry|next check/).elements()).toEqual([]);
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
  await chooseAction(screen, 'Work ute', 'Check status now');
  await expect.element(screen.getByText('Updating')).toBeVisible();
});
