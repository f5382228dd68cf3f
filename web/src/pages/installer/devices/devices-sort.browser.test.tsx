import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import { listDeviceTable } from '@trace/contract/fleet/fleet.table.api';
import { page, userEvent } from 'vitest/browser';
import { beforeEach, expect, test } from 'vitest';
import { axeFindings } from '#testing/axe.ts';
import { chooseAction } from '#testing/choose-action.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aRow, samsTable } from '#testing/fake-server/devices/fake-server-table.ts';
import { aStatus } from '#testing/fake-server/devices/fake-server-status.ts';
import { sam } from '#testing/fake-server/fake-server-world.ts';

beforeEach(() => page.viewport(1_440, 900));

const open = (address = '/installer/devices', change: object = {}) =>
  openPortal(address, { world: { person: sam, ...change } });

const weakDevice = aRow('Trace_1A', 'Roof unit', {
  status: aStatus('Trace_1A', { signalPct: 18, batteryPct: 9, network: 'ethernet', networkType: 'ethernet' }),
});
const unheardDevice = aRow('Trace_1B', 'New unit', {
  status: aStatus('Trace_1B', { status: 'awaiting', signalPct: null, batteryPct: null, lastSeen: null }),
});

test('signal, battery and network stand in the table, in words when low or weak [IDEV-11]', async () => {
  const { screen } = await open('/installer/devices', { table: [weakDevice, unheardDevice] });
  await expect.element(screen.getByRole('row', { name: /Roof unit .* Ethernet Weak, 18% Very low, 9%/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /New unit .* Not reported Not reported/ })).toBeVisible();
  await chooseAction(screen, 'Roof unit', 'Request Support');
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Control Roof unit' }).click();
  const panel = screen.getByRole('dialog');
  await expect.element(panel.getByText('Signal weak, 18%')).toBeVisible();
  await expect.element(panel.getByText('Battery very low, 9%')).toBeVisible();
  await expect.element(panel.getByText('Ethernet')).toBeVisible();
});

function linesOf(words: Node): number {
  const range = document.createRange();
  range.selectNodeContents(words);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}

test('the table shows every column without scrolling sideways at 1280 px [IDEV-01] [IDEV-11]', async () => {
  await page.viewport(1_280, 900);
  const errorLogs = ['SIM: APN not set', 'No GPS fix for 120 s'];
  const { screen } = await open('/installer/devices', { table: [{ ...weakDevice, errorLogs }, unheardDevice] });
  const table = screen.getByRole('table');
  await expect.element(table).toBeVisible();
  const { scrollWidth, clientWidth } = table.element().parentElement!;
  expect(scrollWidth).toBe(clientWidth);
  const errors = table.getByText('SIM: APN not set').element().getBoundingClientRect();
  const actions = table.getByRole('columnheader', { name: 'Actions' }).element().getBoundingClientRect();
  expect(errors.right).toBeLessThanOrEqual(actions.left);
  const signal = table.getByText('Weak, 18%').element();
  const battery = table.getByText('Very low, 9%').element();
  for (const warning of [signal, battery]) expect(linesOf(warning.lastChild!)).toBeLessThanOrEqual(2);
  expect(signal.getBoundingClientRect().right).toBeLessThan(battery.getBoundingClientRect().left);
});

test('a phone card shows network, signal, battery, hub, and each error once [IDEV-11]', async () => {
  await page.viewport(390, 844);
  const lastError = 'SIM: APN not set';
  const status = { ...weakDevice.status, status: 'error' as const, lastError };
  const table = [{ ...weakDevice, status, hubId: '00A41F7C', errorLogs: [lastError] }];
  const { screen } = await open('/installer/devices', { table });
  const card = screen.getByRole('listitem').filter({ hasText: 'Roof unit' });
  for (const words of ['Ethernet', 'Signal weak, 18%', 'Battery very low, 9%', '00A41F7C', lastError]) {
    await expect.element(card.getByText(words)).toBeVisible();
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await axeFindings()).toEqual([]);
});

test('a column head sorts by its column, a second press reverses the order, and the keyboard works too [IDEV-11]', async () => {
  const { screen, server, history } = await open('/installer/devices?after=3&page=2');
  const head = (name: string) => screen.getByRole('columnheader', { name });
  await expect.element(head('Last Seen')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(head('Battery')).toHaveAttribute('aria-sort', 'none');
  expect(head('Actions').element().hasAttribute('aria-sort')).toBe(false);
  await head('Battery').getByRole('button').click();
  await expect.element(head('Battery')).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => history.location.href).toBe('/installer/devices?sort=battery');
  await userEvent.keyboard('{Enter}');
  await expect.element(head('Battery')).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => history.location.href).toBe('/installer/devices?sort=battery&direction=desc');
  await expect
    .poll(() => server.calls(listDeviceTable).at(-1)!.query)
    .toMatchObject({ sort: 'battery', direction: 'desc' });
  await head('Device Details').getByRole('button').click();
  await expect.poll(() => history.location.href).toBe('/installer/devices?sort=name');
  expect(await axeFindings()).toEqual([]);
});

test('rows keep their places under the pointer while values update, and settle when the pointer leaves [IDEV-11]', async () => {
  const { screen, server, world } = await open();
  const names = () =>
    screen
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .elements()
      .map((box) => box.getAttribute('aria-label'));
  await expect.element(screen.getByRole('row', { name: /^Select Work ute/ })).toBeVisible();
  const before = names();
  await screen.getByRole('row', { name: /^Select Site trailer/ }).hover();
  const weak = aStatus('Trace_4F21', { batteryPct: 9 });
  world.table = world.table
    .map((row) => (row.serialNumber === 'Trace_4F21' ? { ...row, status: weak } : row))
    .toReversed();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  server.stream.push(devicesChangedEvent, {}, '1');
  await expect.element(screen.getByRole('row', { name: /Work ute .* 9%/ })).toBeVisible();
  expect(names()).toEqual(before);
  await screen.getByRole('searchbox').first().hover();
  await expect.poll(names).toEqual(before.toReversed());

  screen.getByRole('columnheader', { name: 'Last Seen' }).getByRole('button').element().focus();
  await userEvent.tab();
  expect(document.activeElement?.matches('tbody *')).toBe(true);
  world.table = [aRow('Trace_4F21', 'Work ute'), ...samsTable().slice(1)];
  server.stream.push(devicesChangedEvent, {}, '2');
  await expect.element(screen.getByRole('row', { name: /Work ute .* 82%/ })).toBeVisible();
  expect(names()).toEqual(before.toReversed());
  (document.activeElement as HTMLElement).blur();
  await expect.poll(names).toEqual(before);
});

test('each status has a filter, Awaiting and Updating included [IDEV-11]', async () => {
  const { screen } = await open();
  const filter = screen.getByRole('radiogroup', { name: 'Status' });
  for (const [status, device] of [
    ['Awaiting', 'Spare unit'],
    ['Updating', 'Boat Selkie'],
    ['Sleeping', 'Site trailer'],
    ['Error', 'Delivery van 2'],
  ]) {
    await filter.getByText(status!, { exact: true }).click();
    await expect.element(screen.getByRole('row', { name: new RegExp(device!) })).toBeVisible();
    await expect.poll(() => screen.getByRole('row').elements().length).toBe(2);
  }
});
