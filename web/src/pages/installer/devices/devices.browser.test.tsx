import { companyChangedEvent } from '@trace/contract/companies/companies.stream';
import { listDeviceTable } from '@trace/contract/fleet/fleet.table.api';
import { assignDevice } from '@trace/contract/devices/assignment/devices.assignment.api';
import { replaceDevice } from '@trace/contract/devices/devices.replacement.api';
import { deviceStatusEvent } from '@trace/contract/device-status/device-status.stream';
import { page, userEvent } from 'vitest/browser';
import { beforeEach, expect, test } from 'vitest';
import { axeFindings } from '#testing/axe.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aRow, samsTable } from '#testing/fake-server/devices/fake-server-table.ts';
import { ago, aStatus } from '#testing/fake-server/devices/fake-server-status.ts';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { takeShot } from '#testing/shot.ts';

beforeEach(() => page.viewport(1_280, 800));

const open = (address = '/installer/devices', change: object = {}) =>
  openPortal(address, { world: { person: sam, ...change } });

test('the table shows the specified columns for each device [IDEV-01]', async () => {
  const { screen } = await open();
  const row = (name: RegExp) => screen.getByRole('row', { name });
  await expect
    .element(row(/^Select Work ute Work ute Trace_4F21 00A41F7C Online Configured SIM 70% 82% Assigned mia.novak/))
    .toBeVisible();
  const heads = screen.getByRole('columnheader').elements();
  expect(heads.map((head) => head.textContent)).toEqual([
    'Device Details',
    'AJAX Hub ID',
    'Real-time Status',
    'Network',
    'Signal',
    'Battery',
    'Assigned User',
    'Last Seen',
    'Error Logs',
    'Actions',
  ]);
  await expect.element(screen.getByRole('tab', { name: 'Device Management', selected: true })).toBeVisible();
  await expect.element(screen.getByText('8 devices', { exact: true })).toBeVisible();
  await expect
    .element(row(/^Select Device Trace_7C04 Device Trace_7C04 Trace_7C04 No hub Online Awaiting config/))
    .toBeVisible();
  await expect.element(row(/^Select Boat Selkie Boat Selkie .* Waiting for its user ava@selkie.example/)).toBeVisible();
  await expect
    .element(
      row(/^Select Spare unit Spare unit .* Awaiting Disconnected 70% 82% Unassigned Not given back Never No errors/),
    )
    .toBeVisible();
  await expect.element(row(/^Excavator 3 Trace_51A0 Registered by Ava Chen/)).toBeVisible();
  const van = row(/^Select Delivery van 2 Delivery van 2/);
  expect(van.getByText('No GPS fix for 120 s').elements()).toEqual([]);
  await van.getByRole('button', { name: /^\+2 more/ }).click();
  await expect.element(van.getByText('Cell tower changed often')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});

test('the table shows an error once per row, in Error Logs [IDEV-01]', async () => {
  const { screen } = await open();
  const van = screen.getByRole('row', { name: /^Select Delivery van 2 Delivery van 2/ });
  await expect.element(van).toBeVisible();
  expect(van.getByText('SIM: APN not set').elements()).toHaveLength(1);
});

test('all columns fit beside the actions at 1440 px, and the heads alone sort [IDEV-01] [IDEV-11]', async () => {
  await page.viewport(1_440, 900);
  const user = { name: null, email: 'jonas.weber@demo.example' };
  const trailer = aRow('Trace_4E70', 'Delivery van 1', {
    assignment: 'assigned',
    user,
    hubId: '00A41F7C',
    errorLogs: ['SIM: APN not set'],
    status: aStatus('Trace_4E70', { signalPct: 18, batteryPct: 9, lastSeen: null }),
  });
  const { screen } = await openPortal('/installer/devices', { world: { person: sam, table: [trailer] } });
  const errors = screen.getByRole('columnheader', { name: 'Error Logs' });
  await expect.element(errors).toBeVisible();
  const actions = screen.getByRole('columnheader', { name: 'Actions' });
  expect(errors.element().getBoundingClientRect().right).toBeLessThanOrEqual(
    actions.element().getBoundingClientRect().left,
  );
  expect(screen.getByText('Sort by').elements()).toEqual([]);
});

test('cards, which have no heads, have a sort order with a visible label [IDEV-08]', async () => {
  await page.viewport(390, 844);
  const { screen, history } = await open();
  await expect.element(screen.getByText('Sort by')).toBeVisible();
  await screen.getByRole('combobox', { name: 'Sort by' }).click();
  await screen.getByRole('option', { name: 'Problems first' }).click();
  await expect.poll(() => history.location.href).toBe('/installer/devices?sort=status');
});

test('the table keeps its actions in view when the columns scroll, at 1024 px [IDEV-01]', async () => {
  await page.viewport(1_024, 800);
  const { screen } = await open();
  for (const name of ['Get Location of Work ute', 'Control Work ute', 'Actions for Work ute']) {
    await expect.element(screen.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
  expect(await axeFindings()).toEqual([]);
});

test('an email in a narrow column breaks after the @, not inside a word [IDEV-01]', async () => {
  await page.viewport(1_024, 800);
  const { screen } = await open();
  const email = screen.getByRole('table').getByText('mia.novak@post.example');
  await expect.element(email).toBeVisible();
  const lines = [...email.element().childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(linesOf);
  expect(lines).toEqual([1, 1]);
});

function linesOf(text: Node): number {
  const range = document.createRange();
  range.selectNode(text);
  return range.getClientRects().length;
}

test('an empty table says how to begin [IDEV-02]', async () => {
  const { screen } = await open('/installer/devices', { table: [] });
  const words = 'No devices registered yet. Register devices using the Registration tab to see them here.';
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(screen.getByText('0 devices')).toBeVisible();
});

test('a failed load shows an error and a retry [IDEV-01]', async () => {
  const { screen, server } = await open();
  await expect.element(screen.getByText('Excavator 3')).toBeVisible();
  server.on(listDeviceTable, () => refuse('forbidden', 'Not today.'));
  await screen.getByRole('searchbox').fill('boat');
  await expect.element(screen.getByText('Failed to load devices. Please try again. Not today.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test.each([
  ['row', 1_440],
  ['card', 390],
])('the %s of a device says that its clock is wrong until it is right [STAT-03] [IDEV-01]', async (_, width) => {
  await page.viewport(width, 900);
  const wrong = aStatus('Trace_7C04', { clockWrongSince: ago(9) });
  const { screen, server } = await open('/installer/devices', {
    table: [aRow('Trace_7C04', 'Caravan', { status: wrong }), aRow('Trace_4F21', 'Work ute')],
    statuses: [wrong],
  });
  const mark = screen.getByText('Wrong clock');
  await expect.element(mark).toBeVisible();
  await expect
    .element(
      screen.getByTitle(
        'The clock of Caravan is wrong, so its positions cannot be dated and may not show. Use Get Location, or restart it so that it sets its clock.',
      ),
    )
    .toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(width);
  expect(await axeFindings()).toEqual([]);
  await takeShot(`installer-devices-clock-${width}`);
  server.stream.push(deviceStatusEvent, aStatus('Trace_7C04'));
  await expect.element(mark).not.toBeInTheDocument();
});

test('the control panel says that the clock of a device is wrong until it is right [STAT-03] [CTRL-01]', async () => {
  const wrong = aStatus('Trace_7C04', { clockWrongSince: ago(9) });
  const { screen, server } = await open('/installer/devices', {
    table: [aRow('Trace_7C04', 'Caravan', { status: wrong })],
    statuses: [wrong],
  });
  await screen.getByRole('button', { name: 'Control Caravan' }).click();
  const notice = screen.getByRole('dialog').getByRole('region', { name: 'Device clock' });
  await expect
    .element(
      notice.getByText(
        'The clock of this device is wrong, so its positions cannot be dated and may not show. Use Get Location, or restart it so that it sets its clock.',
      ),
    )
    .toBeVisible();
  expect(await axeFindings(screen.getByRole('dialog').element())).toEqual([]);
  server.stream.push(deviceStatusEvent, aStatus('Trace_7C04'));
  await expect.element(notice).not.toBeInTheDocument();
});

test('assigns by email, refuses an invalid address, and cancels a waiting assignment [IDEV-05]', async () => {
  const { screen, server } = await open();
  await screen.getByRole('button', { name: 'Assign Front gate' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Assign Device: Front gate' });
  const field = dialog.getByRole('textbox', { name: "User's email" });
  const send = dialog.getByRole('button', { name: 'Assign Device' });
  await expect.element(field).toHaveFocus();
  for (const [typed, words] of [
    ['', "Enter the user's email address."],
    ['   ', "Enter the user's email address."],
    ['mia', 'Enter an email address, such as name@example.com.'],
    ['javascript:alert(1)', 'Enter an email address, such as name@example.com.'],
    ['🚚@post.example', 'Enter an email address, such as name@example.com.'],
    ['مركبة', 'Enter an email address, such as name@example.com.'],
  ]) {
    await field.fill(typed!);
    await send.click();
    await expect.element(dialog.getByText(words!)).toBeVisible();
    await expect.element(field).toHaveFocus();
  }
  expect(server.calls(assignDevice)).toEqual([]);
  await field.fill(' Mia.Novak@Post.example ');
  await send.click();
  await expect.element(screen.getByText(/^Device assigned to mia\.novak@post\.example\./)).toBeVisible();
  await expect
    .element(screen.getByRole('row', { name: /^Select Front gate Front gate .* Assigned mia\.novak@post\.example/ }))
    .toBeVisible();

  await screen.getByRole('button', { name: 'Cancel assignment of Boat Selkie' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancel assignment' }).click();
  await expect
    .element(screen.getByRole('row', { name: /^Select Boat Selkie Boat Selkie .* Unassigned/ }))
    .toBeVisible();
});

test('the device of a colleague offers support only, and a taken device requires its claim code [IDEV-07]', async () => {
  const { screen } = await open();
  await expect.element(screen.getByText('Excavator 3')).toBeVisible();
  expect(screen.getByRole('button', { name: /assignment of Excavator 3|Assign Excavator 3/ }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Actions for Excavator 3' }).click();
  const items = screen.getByRole('menuitem').elements();
  expect(items.map((item) => item.textContent)).toEqual(['Request Support']);
  expect(await axeFindings()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Get Location of Spare unit' }).click();
  await expect
    .element(screen.getByText(/^The previous user has not given it back\. Enter the claim code on its/))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Actions for Spare unit' }).click();
  await screen.getByRole('menuitem', { name: 'Enter claim code' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Claim code' }).fill('7Q4X-9M2K');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(screen.getByText('Claim code accepted. You can locate and assign the device again.'))
    .toBeVisible();
  await expect.element(screen.getByText('Not given back')).not.toBeInTheDocument();
});

test('replaces a faulty tracker and keeps the old tracker only for reading [IDEV-10]', async () => {
  const { screen, server } = await open();
  await screen.getByRole('button', { name: 'Actions for Work ute' }).click();
  await screen.getByRole('menuitem', { name: 'Replace tracker' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Replace the tracker of Work ute' });
  await expect.element(dialog.getByText('The assignment to Mia Novak, who is notified by email.')).toBeVisible();
  const field = dialog.getByRole('textbox', { name: 'Serial of the new tracker' });
  const send = dialog.getByRole('button', { name: 'Replace tracker' });
  await expect.element(field).toHaveFocus();
  for (const typed of ['  ', 'Trace 1', '🚚', 'مركبة', 'javascript:alert(1)', 'x'.repeat(65)]) {
    await field.fill(typed);
    await send.click();
    await expect.element(field).toBeInvalid();
    await expect.element(field).toHaveFocus();
  }
  expect(await axeFindings()).toEqual([]);
  await field.fill('trace_4f21');
  await send.click();
  await expect.element(dialog.getByText('This is the serial number of the tracker you are replacing.')).toBeVisible();
  expect(server.calls(replaceDevice)).toEqual([]);
  await field.fill(' Trace_9A01 ');
  await dialog.getByRole('textbox', { name: 'Claim code' }).fill('7Q4X-9M2K');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/^Tracker replaced by Trace_9A01\./)).toBeVisible();
  expect(server.calls(replaceDevice)).toMatchObject([
    { params: { serial: 'Trace_4F21' }, body: { newSerialNumber: 'Trace_9A01', claimCode: '7Q4X-9M2K' } },
  ]);
  await expect.element(screen.getByRole('row', { name: /^Select Work ute Work ute Trace_9A01/ })).toBeVisible();
  await expect
    .element(screen.getByRole('row', { name: /^Work ute \(replaced\) Trace_4F21 Replaced by Trace_9A01/ }))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Actions for Work ute (replaced)' }).click();
  const items = screen.getByRole('menuitem').elements();
  expect(items.map((item) => item.textContent)).toEqual(['Request Support', 'Delete']);
});

test('the address holds search, filters and pages, and pushed changes update their row [IDEV-08]', async () => {
  const table = [
    ...samsTable(),
    ...Array.from({ length: 40 }, (_, index) => aRow(`Trace_F${index}`, `Fleet ${index}`)),
  ];
  const { screen, server, history } = await open('/installer/devices', { table });
  await expect.element(screen.getByText('1 to 25 of 48 devices')).toBeVisible();
  await screen.getByRole('button', { name: 'Next page' }).click();
  await expect.element(screen.getByText('26 to 48 of 48 devices')).toBeVisible();
  expect(history.location.search).toContain('page=2');
  await expect.element(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await screen.getByRole('button', { name: 'Previous page' }).click();
  await expect.element(screen.getByText('1 to 25 of 48 devices')).toBeVisible();

  const field = screen.getByRole('searchbox', { name: 'Search serial, name, hub or user' });
  await field.fill('mia.novak');
  await expect.element(screen.getByText('1 to 1 of 1 device', { exact: true })).toBeVisible();
  expect(history.location.href).toBe('/installer/devices?q=mia.novak');
  server.stream.push(deviceStatusEvent, aStatus('Trace_4F21', { status: 'offline', network: 'disconnected' }));
  await expect
    .element(screen.getByRole('row', { name: /^Select Work ute Work ute .* Offline Disconnected/ }))
    .toBeVisible();

  await field.fill('zeppelin');
  await screen.getByRole('button', { name: 'Show all devices' }).click();
  await expect.element(screen.getByText('1 to 25 of 48 devices')).toBeVisible();
  expect([field.element().getAttribute('value'), history.location.href]).toEqual(['', '/installer/devices']);
});

test('on a phone and a small tablet each device is a card with its actions behind one button [IDEV-01]', async () => {
  await page.viewport(390, 844);
  const { screen } = await open('/installer/devices?status=sleeping');
  await expect.element(screen.getByText('Site trailer')).toBeVisible();
  expect(screen.getByRole('table').elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Actions for Site trailer' }).click();
  const items = screen.getByRole('menuitem').elements();
  expect(items.map((item) => item.textContent)).toEqual([
    'Control',
    'End assignment',
    'Reconfigure',
    'Rename',
    'Commissioning',
    'Replace tracker',
    'Request Support',
    'Delete',
  ]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await axeFindings()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await page.viewport(800, 1_024);
  await expect.element(screen.getByRole('button', { name: 'Actions for Site trailer' })).toBeInViewport({ ratio: 1 });
  expect(screen.getByRole('table').elements()).toEqual([]);
});

test('a former employee no longer sees the devices of the company on the open page [IDEV-07] [COMP-10]', async () => {
  const { screen, server, world } = await openPortal('/installer/devices', { world: { person: sam } });
  await expect.element(screen.getByText('mia.novak@post.example')).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  const reads = server.calls(listDeviceTable).length;
  world.table = [];
  server.stream.push(companyChangedEvent, {}, '1');
  await expect.poll(() => server.calls(listDeviceTable).length, { timeout: 20_000 }).toBeGreaterThan(reads);
  await expect.element(screen.getByText('No devices registered yet.', { exact: false })).toBeVisible();
});
