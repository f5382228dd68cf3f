import { assignDevice, cancelAssignment } from '@trace/contract/devices/assignment/devices.assignment.api';
import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import { reconfigureDevice } from '@trace/contract/device-setup/device-setup.api';
import { startFirmwareUpdates } from '@trace/contract/firmware/firmware.api';
import { done } from '@trace/contract/kernel/endpoint';
import { page } from 'vitest/browser';
import { beforeEach, expect, test } from 'vitest';
import { axeFindings } from '#testing/axe.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aRow } from '#testing/fake-server/devices/fake-server-table.ts';
import { aSetup } from '#testing/fake-server/devices/fake-server-setup.ts';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

beforeEach(() => page.viewport(1_440, 900));

const open = () => openPortal('/installer/devices', { world: { person: sam } });
type Screen = Awaited<ReturnType<typeof open>>['screen'];

async function select(screen: Screen, ...names: string[]) {
  for (const name of names) await screen.getByRole('checkbox', { name: `Select ${name}` }).click();
}

test('assigns the selected devices to one address, stays meanwhile, and names the device that the server refuses [IDEV-11]', async () => {
  const { screen, server, history } = await open();
  await expect.element(screen.getByText('Excavator 3')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Select Excavator 3' }).elements()).toEqual([]);
  await select(screen, 'Front gate', 'Device Trace_7C04', 'Work ute');
  const bar = screen.getByRole('region', { name: 'Selected devices' });
  await expect.element(bar.getByText('3 devices selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Assign' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Assign 2 devices' });
  await expect.element(dialog.getByText('Work ute: already has a user or a pending assignment')).toBeVisible();
  const send = dialog.getByRole('button', { name: 'Assign' });
  await send.click();
  expect(server.calls(assignDevice)).toEqual([]);
  await expect.element(dialog.getByRole('textbox', { name: "User's email" })).toHaveFocus();
  await dialog.getByRole('textbox', { name: "User's email" }).fill(' Mia.Novak@Post.example ');
  expect(await axeFindings(dialog.element())).toEqual([]);
  server.on(assignDevice, ({ params }) =>
    params.serial === 'Trace_7C04' ? refuse('conflict', 'This device already has a user.') : done,
  );
  // Back in the memory of a test asks no blocker, unlike in a browser.
  const location = { currentLocation: history.location, nextLocation: history.location };
  const goBack = () =>
    Promise.all(history._getBlockers().map(({ blockerFn }) => blockerFn({ ...location, action: 'BACK' })));
  const release = server.hold(assignDevice);
  await send.click();
  await expect.poll(goBack).toEqual([true]);
  await expect
    .element(screen.getByText('Stay on this page until all devices are done', { exact: false }))
    .toBeVisible();
  release();
  await expect.element(screen.getByText('1 device done, 1 failed')).toBeVisible();
  await expect.poll(goBack).toEqual([]);
  await expect.element(screen.getByText('Front gate: Assigned')).toBeVisible();
  await expect.element(screen.getByText('Device Trace_7C04: This device already has a user.')).toBeVisible();
  expect(server.calls(assignDevice).map(({ params, body }) => [params.serial, body])).toEqual([
    ['Trace_50D3', { email: 'mia.novak@post.example' }],
    ['Trace_7C04', { email: 'mia.novak@post.example' }],
  ]);
  server.on(assignDevice, () => done);
  await screen.getByRole('button', { name: 'Try 1 device again' }).click();
  await expect.element(screen.getByText('2 devices done', { exact: true })).toBeVisible();
  expect(server.calls(assignDevice)).toHaveLength(3);
  expect(await axeFindings(screen.getByRole('dialog').element())).toEqual([]);
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('ends and cancels assignments of the selected devices after a confirmation [IDEV-11]', async () => {
  const { screen, server } = await open();
  await select(screen, 'Site trailer', 'Boat Selkie');
  const bar = screen.getByRole('region', { name: 'Selected devices' });
  await bar.getByRole('button', { name: 'End assignment' }).click();
  const dialog = screen.getByRole('dialog', { name: 'End the assignment of 2 devices?' });
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(server.calls(endAssignment)).toEqual([]);
  await dialog.getByRole('button', { name: 'End assignment' }).click();
  await expect.element(screen.getByText('2 devices done', { exact: true })).toBeVisible();
  expect(server.calls(endAssignment).map(({ params }) => params.serial)).toEqual(['Trace_4E70']);
  expect(server.calls(cancelAssignment).map(({ params }) => params.serial)).toEqual(['Trace_4F6E']);
});

test('reconfigures the SIM of all devices of the page and requires a setting [IDEV-11]', async () => {
  const { screen, server } = await open();
  server.on(reconfigureDevice, ({ params }) => aSetup({ serialNumber: params.serial, state: 'queued' }));
  await screen.getByRole('checkbox', { name: 'Select all devices on this page' }).click();
  const bar = screen.getByRole('region', { name: 'Selected devices' });
  await expect.element(bar.getByText('7 devices selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Reconfigure SIM' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reconfigure SIM' }).click();
  await expect.element(dialog.getByText('Enter at least one SIM setting.')).toBeVisible();
  await dialog.getByRole('textbox', { name: /APN/ }).fill('m2m.example');
  await dialog.getByRole('button', { name: 'Reconfigure SIM' }).click();
  await expect.element(screen.getByText('7 devices done', { exact: true })).toBeVisible();
  expect(new Set(server.calls(reconfigureDevice).map(({ body }) => JSON.stringify(body)))).toEqual(
    new Set(['{"sim":{"apn":"m2m.example"}}']),
  );
});

test('starts the updates of the selected devices in one call, and retries the refused device alone [FWD-01] [IDEV-11]', async () => {
  const { screen, server } = await open();
  await select(screen, 'Front gate', 'Work ute', 'Site trailer');
  const outcomes = [
    { outcome: 'started', message: null },
    { outcome: 'up_to_date', message: null },
    { outcome: 'refused', message: 'Another update of this device is under way.' },
  ] as const;
  server.on(startFirmwareUpdates, ({ body }) => ({
    outcomes: body.serialNumbers.map((serialNumber, index) => ({ serialNumber, ...outcomes[index]! })),
  }));
  await screen
    .getByRole('region', { name: 'Selected devices' })
    .getByRole('button', { name: 'Update firmware' })
    .click();
  const dialog = screen.getByRole('dialog', { name: 'Update the firmware of 3 devices' });
  await dialog.getByRole('button', { name: 'Update firmware' }).click();
  await expect.element(screen.getByText('2 devices done, 1 failed')).toBeVisible();
  await expect.element(screen.getByText('Front gate: Update requested')).toBeVisible();
  const lines = screen.getByRole('dialog').getByRole('listitem').elements();
  expect(lines.map(({ textContent }) => textContent).join('|')).toMatch(/Already up to date.*Another update/);
  await screen.getByRole('button', { name: 'Try 1 device again' }).click();
  await expect.element(screen.getByText('3 devices done', { exact: true })).toBeVisible();
  expect(server.calls(startFirmwareUpdates).map(({ body }) => body)).toMatchObject([
    { serialNumbers: expect.objectContaining({ length: 3 }) },
    { serialNumbers: [expect.any(String)] },
  ]);
});

test('keeps the selection and the results when no row matches any more [IDEV-11]', async () => {
  const { screen } = await openPortal('/installer/devices?assigned=none&q=gate', { world: { person: sam } });
  await select(screen, 'Front gate');
  const bar = screen.getByRole('region', { name: 'Selected devices' });
  const search = screen.getByRole('searchbox');
  await search.fill('no such device');
  await expect.element(screen.getByText(/^No matching devices\./)).toBeVisible();
  await expect.element(bar.getByText('1 device selected')).toBeVisible();
  await search.fill('gate');
  await bar.getByRole('button', { name: 'Assign' }).click();
  await screen.getByRole('textbox', { name: "User's email" }).fill('mia.novak@post.example');
  await screen.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
  await expect.element(screen.getByText(/^No matching devices\./)).toBeVisible();
  await expect.element(screen.getByText('1 device done', { exact: true })).toBeVisible();
});

test('a done device leaves the selection, so that no later action sees its outdated row [IDEV-11]', async () => {
  const { screen, server } = await openPortal('/installer/devices?assigned=none', { world: { person: sam } });
  await select(screen, 'Front gate', 'Device Trace_7C04');
  server.on(assignDevice, ({ params }) => (params.serial === 'Trace_7C04' ? refuse('conflict', 'Taken.') : done));
  const bar = screen.getByRole('region', { name: 'Selected devices' });
  await bar.getByRole('button', { name: 'Assign' }).click();
  await screen.getByRole('textbox', { name: "User's email" }).fill('mia.novak@post.example');
  await screen.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect.element(bar.getByText('1 device selected')).toBeVisible();
  await expect.element(screen.getByRole('checkbox', { name: 'Select Front gate' })).not.toBeChecked();
});

test('at the limit the head of a page deselects the page, and is disabled where it can change nothing [IDEV-11]', async () => {
  const table = Array.from({ length: 75 }, (_, index) => aRow(`Trace_${1_000 + index}`, `Ute ${index}`));
  const { screen } = await openPortal('/installer/devices', { world: { person: sam, table } });
  const head = screen.getByRole('checkbox', { name: 'Select all devices on this page' });
  const bar = screen.getByRole('region', { name: 'Selected devices' });
  const showPage = async (move: string, first: string) => {
    await screen.getByRole('button', { name: move }).click();
    await expect.element(screen.getByText(first, { exact: true })).toBeVisible();
  };
  await head.click();
  await showPage('Next page', 'Ute 25');
  await head.click();
  await expect.element(bar.getByText(/^50 devices selected/)).toBeVisible();
  await showPage('Next page', 'Ute 50');
  await expect.element(head).toBeDisabled();
  await showPage('Previous page', 'Ute 25');
  await select(screen, 'Ute 25');
  await showPage('Next page', 'Ute 50');
  await head.click();
  await expect.element(bar.getByText(/^50 devices selected/)).toBeVisible();
  await head.click();
  await expect.element(bar.getByText('49 devices selected')).toBeVisible();
});
