import { restoreSetup, unlinkHub } from '@trace/contract/device-setup/device-setup.api';
import { assignDevice } from '@trace/contract/devices/assignment/devices.assignment.api';
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import { exportDevices } from '@trace/contract/fleet/fleet.table.api';
import { replaceDevice } from '@trace/contract/devices/devices.replacement.api';
import { removeDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { uploadAttachment } from '@trace/contract/tickets/attachments/tickets.attachments.api';
import { createTicket } from '@trace/contract/tickets/tickets.api';
import { ticketRules } from '@trace/contract/tickets/tickets.rules';
import { page, userEvent, type Locator } from 'vitest/browser';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { axeFindings } from '#testing/axe.ts';
import { chooseAction } from '#testing/choose-action.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aSetup, plainSetup } from '#testing/fake-server/devices/fake-server-setup.ts';
import { aRow } from '#testing/fake-server/devices/fake-server-table.ts';
import { ago } from '#testing/fake-server/devices/fake-server-status.ts';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { takeShot } from '#testing/shot.ts';

const serial = 'Trace_4F21';

beforeEach(() => page.viewport(1_280, 800));

const open = (address = '/installer/devices', change: object = {}) =>
  openPortal(address, { world: { person: sam, ...change } });

test('a dialog about an assignment names the current user when the device was reassigned meanwhile [IDEV-05]', async () => {
  const { screen, server, world } = await open();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  const dialog = screen.getByRole('dialog');
  await screen.getByRole('button', { name: 'End assignment of Site trailer' }).click();
  await expect.element(dialog.getByText(/jonas@northside\.example/)).toBeVisible();
  const user = { email: 'ben@northside.example', name: 'Ben Ode' };
  world.table = world.table.map((row) => (row.serialNumber === 'Trace_4E70' ? { ...row, user } : row));
  server.stream.push(devicesChangedEvent, {}, '1');
  await expect.element(dialog.getByText(/^Ben Ode will no longer see Site trailer/)).toBeVisible();
});

test('ending an assignment asks for confirmation naming the user, and removal requires the typed serial [IDEV-05] [IDEV-06]', async () => {
  const { screen, server, world } = await open();
  const dialog = screen.getByRole('dialog');
  const endButton = screen.getByRole('button', { name: 'End assignment of Site trailer' });
  await endButton.click();
  await expect.element(dialog.getByText(/jonas@northside\.example/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(endButton).toHaveFocus();
  expect(server.calls(endAssignment)).toEqual([]);
  await endButton.click();
  await dialog.getByRole('button', { name: 'End assignment' }).click();
  await expect
    .element(screen.getByRole('row', { name: /^Select Site trailer Site trailer .* Unassigned/ }))
    .toBeVisible();
  expect(server.calls(endAssignment).map(({ params }) => params.serial)).toEqual(['Trace_4E70']);

  await chooseAction(screen, 'Work ute', 'Delete');
  await expect
    .element(dialog.getByText('Mia Novak will lose the device immediately and be notified by email.'))
    .toBeVisible();
  const field = dialog.getByRole('textbox', { name: `Type ${serial} to confirm` });
  const remove = dialog.getByRole('button', { name: 'Remove device' });
  await expect.element(field).toHaveFocus();
  for (const typed of ['', '   ', 'trace_4f21', `${serial}1`, 'Work ute', '🚚', 'مركبة', 'javascript:alert(1)']) {
    await field.fill(typed);
    await expect.element(remove).toBeDisabled();
    await userEvent.keyboard('{Enter}');
  }
  expect(server.calls(removeDevice)).toEqual([]);
  expect(await axeFindings(dialog.element())).toEqual([]);
  server.on(removeDevice, () => refuse('invalid_input', 'That is another serial.', 'body.confirmation'));
  await field.fill(` ${serial} `);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('That is another serial.')).toBeVisible();
  server.on(removeDevice, () => {
    world.table = world.table.filter(({ serialNumber }) => serialNumber !== serial);
    return { serialNumber: serial, claimCode: null };
  });
  await remove.click();
  await expect.element(screen.getByRole('row', { name: /^Select Work ute/ })).not.toBeInTheDocument();
  expect(server.calls(removeDevice).map(({ body }) => body)).toEqual([
    { confirmation: serial },
    { confirmation: serial },
  ]);
});

test.each([1_280, 390])(
  'an installer gives back a device of their own and reads who sees it then, at %i px [IDEV-07]',
  async (width) => {
    await page.viewport(width, 800);
    const own = aRow('Trace_9A01', 'My boat', {
      assignment: 'assigned',
      user: { email: sam.email, name: 'Sam Okafor' },
      relation: 'assigned_user',
      companyName: 'Quay Security',
    });
    const { screen, server } = await open('/installer/devices', { table: [own] });
    if (width === 390) await chooseAction(screen, 'My boat', 'Give back');
    else await screen.getByRole('button', { name: 'Give back My boat' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Give My boat back?' });
    await expect
      .element(dialog.getByText(/Until it has a new user, Quay Security can see its location\./))
      .toBeVisible();
    await dialog.getByRole('button', { name: 'Give back' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.calls(endAssignment).map(({ params }) => params.serial)).toEqual(['Trace_9A01']);
  },
);

test('exports the filtered devices and shows a failed export [IDEV-08]', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#');
  onTestFinished(() => saved.mockRestore());
  const { screen, server } = await open('/installer/devices?q=ute&assigned=assigned');
  const button = screen.getByRole('button', { name: 'Export CSV' });
  await button.click();
  await expect.poll(() => saved.mock.calls.length).toBe(1);
  expect(server.calls(exportDevices)[0]!.query).toMatchObject({ search: 'ute', assigned: 'assigned' });
  server.on(exportDevices, () => refuse('too_many_requests', 'Too many exports. Try again in a minute.'));
  await button.click();
  await expect.element(screen.getByText('Export Failed')).toBeVisible();
  await expect.element(screen.getByText('Too many exports. Try again in a minute.')).toBeVisible();
  expect(saved.mock.calls.length).toBe(1);
});

test('a support request requires both texts, keeps the texts on failure, and shows the ticket number [IDASH-05]', async () => {
  const { screen, server } = await open();
  await chooseAction(screen, 'Excavator 3', 'Request Support');
  const dialog = screen.getByRole('dialog', { name: 'Request Support' });
  await expect.element(dialog.getByText('About Excavator 3')).toBeVisible();
  const subject = dialog.getByRole('textbox', { name: 'Subject' });
  const description = dialog.getByRole('textbox', { name: 'Description' });
  const send = dialog.getByRole('button', { name: 'Send request' });
  await expect.element(subject).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('Please fill in all required fields')).toBeVisible();
  await expect.element(dialog.getByText('Describe the problem.')).toBeVisible();
  await expect.element(subject).toHaveFocus();
  for (const [typed, words] of [
    ['   ', 'Enter a short subject.'],
    ['x'.repeat(ticketRules.subjectMaxLength + 1), `Use at most ${ticketRules.subjectMaxLength} characters.`],
  ]) {
    await subject.fill(typed!);
    await send.click();
    await expect.element(dialog.getByText(words!)).toBeVisible();
    await expect.element(subject).toHaveFocus();
  }
  await subject.fill(' 🚚 ‏مركبة javascript:alert(1) ');
  await send.click();
  await expect.element(description).toHaveFocus();
  await description.fill('It says nothing since Monday.');
  await dialog.getByRole('combobox', { name: 'Priority' }).selectOptions('high');
  const log = { id: crypto.randomUUID(), name: 'log.txt', mediaType: 'text/plain' as const, sizeBytes: 10 };
  server.on(uploadAttachment, () => log);
  await userEvent.upload(
    document.querySelector<HTMLInputElement>('[role="dialog"] input[type="file"]')!,
    new File(['PDP reject'], 'log.txt'),
  );
  await expect.element(dialog.getByRole('list', { name: 'Attachments' }).getByText('log.txt')).toBeVisible();
  expect(await axeFindings(dialog.element())).toEqual([]);
  await takeShot('request-with-files');
  expect(server.calls(createTicket)).toEqual([]);
  server.on(createTicket, () => refuse('unavailable', 'Not now.'));
  await send.click();
  await expect.element(dialog.getByRole('alert').getByText('Failed to create support ticket')).toBeVisible();
  await expect.element(description).toHaveValue('It says nothing since Monday.');
  server.on(createTicket, ({ body: { serialNumber: _serial, attachmentIds: _files, ...written } }) => ({
    ...written,
    id: crypto.randomUUID(),
    number: 'T-1042',
    status: 'open' as const,
    device: null,
    createdAt: ago(0),
    updatedAt: ago(0),
    resolvedAt: null,
  }));
  await send.click();
  await expect.element(screen.getByText('Ticket T-1042 is open.')).toBeVisible();
  // The second try has the id of the first, so that a lost answer makes no second ticket.
  const [refused, sent] = server.calls(createTicket);
  expect(refused!.body).toEqual(sent!.body);
  expect(sent!.body).toEqual({
    id: expect.any(String) as string,
    subject: '🚚 ‏مركبة javascript:alert(1)',
    description: 'It says nothing since Monday.',
    priority: 'high',
    serialNumber: 'Trace_51A0',
    attachmentIds: [log.id],
  });
  await expect.element(screen.getByRole('button', { name: 'Done' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('unlinks a hub after confirmation and can restore the previous settings [HUB-07]', async () => {
  const hub = { id: '00A41F7C', name: 'Novak home', brokenSince: null };
  const previous = { keptUntil: ago(-1_440), changedBy: 'Mia Novak' };
  const setup = { ...plainSetup(), setup: aSetup({ serialNumber: serial, hub }) };
  const { screen, server, world } = await open('/installer/devices', { setup });
  server.on(unlinkHub, () => (world.setup.setup = aSetup({ serialNumber: serial, previous })));
  server.on(restoreSetup, () => refuse('conflict', 'Someone else just changed these settings.'));
  await chooseAction(screen, 'Work ute', 'Reconfigure');
  const dialog = screen.getByRole('dialog', { name: 'Reconfigure Device' });
  const question = screen.getByRole('dialog', { name: 'Unlink Novak home?' });
  await dialog.getByRole('button', { name: 'Unlink hub' }).click();
  await expect.element(question.getByText(/Without a hub link, panic alerts from the hub do not/)).toBeVisible();
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(dialog.getByText('00A41F7C')).toBeVisible();
  expect(server.calls(unlinkHub)).toEqual([]);
  await dialog.getByRole('button', { name: 'Unlink hub' }).click();
  await question.getByRole('button', { name: 'Unlink hub' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect
    .element(dialog.getByText(/^The settings from before the change by Mia Novak are kept until/))
    .toBeVisible();
  const back = dialog.getByRole('button', { name: 'Restore previous settings' });
  await back.click();
  await expect.element(screen.getByText('Someone else just changed these settings.')).toBeVisible();
  server.on(restoreSetup, () => (world.setup.setup = aSetup({ serialNumber: serial, hub, state: 'queued' })));
  await back.click();
  await expect.element(dialog.getByText('Waiting to be sent to the device')).toBeVisible();
  await expect.element(dialog.getByText('00A41F7C')).toBeVisible();
  await expect.element(back).not.toBeInTheDocument();
});

test('the menu of a row stays within a phone held sideways [IDEV-01]', async () => {
  await page.viewport(844, 390);
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Actions for Front gate' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Delete' })).toBeInTheDocument();
  const menu = screen.getByRole('menu').element();
  await expect.poll(() => menu.getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
  await expect.poll(() => menu.getBoundingClientRect().bottom).toBeLessThanOrEqual(390);
  expect(menu.clientHeight).toBeGreaterThan(120);
});

/** Presses twice before React draws the work of the first press. */
async function pressTwice(button: Locator): Promise<void> {
  await expect.element(button).toBeEnabled();
  const node = button.element() as HTMLButtonElement;
  node.click();
  await Promise.resolve();
  node.click();
}

test('a double click removes a device once [IDEV-06]', async () => {
  const { screen, server } = await open();
  server.on(removeDevice, () => ({ serialNumber: 'Trace_50D3', claimCode: null }));
  await chooseAction(screen, 'Front gate', 'Delete');
  await pressTwice(screen.getByRole('button', { name: 'Remove device' }));
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(server.calls(removeDevice)).toHaveLength(1);
});

test('a double click assigns a device once [IDEV-05]', async () => {
  const { screen, server } = await open();
  await screen.getByRole('button', { name: 'Assign Front gate' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: "User's email" }).fill('mia.novak@post.example');
  await pressTwice(dialog.getByRole('button', { name: 'Assign Device' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.calls(assignDevice)).toHaveLength(1);
});

test('a double click replaces a tracker once [IDEV-10]', async () => {
  const { screen, server } = await open();
  await chooseAction(screen, 'Front gate', 'Replace tracker');
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Serial of the new tracker' }).fill('Trace_9A01');
  await pressTwice(dialog.getByRole('button', { name: 'Replace tracker' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.calls(replaceDevice)).toHaveLength(1);
});
