import { readBreakGlass } from '@trace/contract/location-access/break-glass/location-access.break-glass.api';
import { explainOfflineToStaff } from '@trace/contract/offline-causes/offline-causes.api';
import { uploadAttachment } from '@trace/contract/tickets/attachments/tickets.attachments.api';
import { attachmentTexts } from '@trace/contract/tickets/attachments/tickets.attachments.texts';
import {
  assignTicket,
  createStaffTicket,
  listTicketQueue,
  readStaffTicket,
  setTicketStatus,
  writeStaffMessage,
} from '@trace/contract/tickets/staff/tickets.staff.api';
import type { StaffConversation } from '@trace/contract/tickets/staff/tickets.staff.schema';
import { getDeskDevice } from '@trace/contract/support-desk/support-desk.devices.api';
import { ticketChangedEvent } from '@trace/contract/tickets/tickets.stream';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { chooseFiles } from '#testing/choose-files.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import {
  ann,
  aPhoto,
  aQueuedTicket,
  aStaffConversation,
  excavatorIsOffline,
  tom,
} from '#testing/fake-server/fake-server-tickets.ts';
import { serveDesk } from '#testing/fake-server/fake-server-support.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

beforeEach(() => page.viewport(1_440, 900));

test('the queue shows each ticket with its clock, and searches and filters on the server and in the address [SUPP-02] [SUPP-03]', async () => {
  const { screen, server, history } = await openPortal('/support', { world: { person: ann } });
  server.on(listTicketQueue, () => refuse('internal'));
  await screen.getByRole('link', { name: 'Support Tickets' }).first().click();
  await expect.element(screen.getByText(/^Failed to fetch support tickets\./)).toBeVisible();
  server.on(listTicketQueue, ({ query }) => {
    if (query.search === 'nothing') return { tickets: [], next: null };
    const second = aQueuedTicket({
      id: crypto.randomUUID(),
      ...{ number: 'TKT-2040', subject: '<i>Old</i> one', isPremium: false, waitingSince: null, priority: 'low' },
    });
    return query.after === undefined ? { tickets: [aQueuedTicket()], next: '1.1' } : { tickets: [second], next: null };
  });
  await screen.getByRole('button', { name: 'Try again' }).click();
  const row = screen.getByRole('row', { name: /No position since this morning/ });
  await expect
    .poll(() => row.element().textContent)
    .toMatch(/TKT-2041.*Unassigned.*Urgent.*Premium.*Open.*No answer for 1 h/);
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.element(screen.getByRole('link', { name: '<i>Old</i> one' })).toBeVisible();
  expect(server.calls(listTicketQueue).at(-1)!.query).toMatchObject({ status: 'unfinished', after: '1.1' });
  await screen.getByRole('searchbox', { name: 'Search by number, email or subject...' }).fill('nothing');
  await expect.element(screen.getByText('No support tickets found matching your search.')).toBeVisible();
  await screen.getByRole('combobox', { name: 'Status' }).selectOptions('Resolved');
  await expect
    .poll(() => server.calls(listTicketQueue).at(-1)!.query)
    .toMatchObject({ status: 'resolved', search: 'nothing' });
  expect(history.location.search).toBe('?q=nothing&status=resolved');
  history.push('/support/tickets?q=2040&status=all');
  await expect.poll(() => server.calls(listTicketQueue).at(-1)!.query).toEqual({ search: '2040', limit: '20' });
});

test('the address of a ticket breaks after the @ in a window of 1280 px [SUPP-02]', async () => {
  await page.viewport(1_280, 800);
  const { screen, server } = await openPortal('/support/tickets', { world: { person: ann } });
  server.on(listTicketQueue, () => ({
    tickets: [aQueuedTicket({ userEmail: 'sam.okafor@demo.example' })],
    next: null,
  }));
  const cell = screen.getByRole('cell', { name: 'sam.okafor@demo.example' });
  await expect.element(cell).toBeVisible();
  const [before, after] = [...cell.element().childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
  const linesOf = (part: Node | undefined) => {
    const range = document.createRange();
    range.selectNodeContents(part!);
    return range.getClientRects().length;
  };
  expect([before, after].map((part) => [part?.textContent, linesOf(part)])).toEqual([
    ['sam.okafor@', 1],
    ['demo.example', 1],
  ]);
});

test('a reload keeps the search and the status of the queue [SUPP-02]', async () => {
  const { screen, server } = await openPortal('/support/tickets?q=2040&status=all', { world: { person: ann } });
  server.on(listTicketQueue, () => ({ tickets: [aQueuedTicket()], next: null }));
  await expect.element(screen.getByRole('searchbox')).toHaveValue('2040');
  await expect.poll(() => server.calls(listTicketQueue).at(-1)?.query).toEqual({ search: '2040', limit: '20' });
});

test('Create Ticket needs email, subject and description, and names the number [SUPL-04] [SUPL-05]', async () => {
  const { screen, server } = await openPortal('/support/tickets', { world: { person: ann } });
  server.on(listTicketQueue, () => ({ tickets: [], next: null }));
  await screen.getByRole('button', { name: 'Create Ticket' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Create Support Ticket' });
  await dialog.getByRole('button', { name: 'Create ticket' }).click();
  await expect.element(dialog.getByText('Please fill in all required fields')).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'User email' })).toHaveFocus();
  await dialog.getByRole('textbox', { name: 'User email' }).fill('nobody@example.com');
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Your call');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('A new SIM.');
  // A click beside the dialog loses no typed text.
  const beside = page.elementLocator(document.querySelector('.mantine-Modal-overlay')!);
  await beside.click({ position: { x: 5, y: 5 } });
  server.on(createStaffTicket, () => refuse('not_found', 'No account has this email address.', 'body.email'));
  await dialog.getByRole('button', { name: 'Create ticket' }).click();
  await expect.element(dialog.getByText('Failed to create support ticket')).toBeVisible();
  server.on(createStaffTicket, () => ({ id: crypto.randomUUID(), number: 'TKT-2042' }));
  await dialog.getByRole('button', { name: 'Create ticket' }).click();
  await expect.element(screen.getByText('Ticket TKT-2042 created')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  const [first, again] = server.calls(createStaffTicket).map(({ body }) => body as { id?: string });
  expect(again).toMatchObject({ priority: 'medium', serialNumber: null });
  // A second try after a lost answer opens no second ticket.
  expect([first!.id, again!.id]).toEqual([again!.id, expect.stringMatching(/^[\da-f-]{36}$/)]);
});

test('Back asks before the written text of a dialog is lost [SUPL-04]', async () => {
  const { screen, server, history } = await openPortal('/support/tickets', { world: { person: ann } });
  server.on(listTicketQueue, () => ({ tickets: [], next: null }));
  await screen.getByRole('button', { name: 'Create Ticket' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Create Support Ticket' });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('A new SIM.');
  await expect.poll(() => history._getBlockers()).toHaveLength(1);
  // The history of tests goes back without asking its blockers.
  const place = { currentLocation: history.location, nextLocation: history.location };
  expect(await history._getBlockers()[0]!.blockerFn({ action: 'BACK', ...place })).toBe(true);
  await screen.getByRole('button', { name: 'Discard' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(history._getBlockers()).toEqual([]);
});

test('a ticket shows conversation and causes; staff answer, note, assign and resolve [SUPP-02] [SUPP-03] [SUPP-05]', async () => {
  const { screen, server } = await openPortal('/support', { world: { person: ann } });
  serveDesk(server);
  const device = { serialNumber: 'Trace_51A0', deviceName: 'Excavator 3', status: 'error' as const, lastSeen: null };
  const levels = { network: 'sim' as const, batteryPct: 80, signalPct: null, configApplied: true, errors: [] };
  const power = { kind: 'power_cut' as const, likelihood: 'possible' as const, percent: 80, quote: null, at: null };
  const offline = { ...excavatorIsOffline, causes: [power], ruledOut: [] };
  let shown: StaffConversation = aStaffConversation({ device: { ...device, ...levels, offline } });
  server.on(listTicketQueue, () => ({ tickets: [aQueuedTicket()], next: null }));
  server.on(readStaffTicket, () => shown);
  server.on(explainOfflineToStaff, () => excavatorIsOffline);
  server.on(setTicketStatus, ({ body }) => (shown = aStaffConversation({ status: body.status })));
  server.on(assignTicket, ({ body }) => (shown = aStaffConversation({ assigneeId: body.assigneeId })));
  server.on(writeStaffMessage, () => shown);
  await screen.getByRole('link', { name: 'Support Tickets' }).first().click();
  await screen.getByRole('link', { name: 'No position since this morning' }).click();
  const conversation = screen.getByRole('region', { name: 'Conversation' });
  await expect.element(conversation.getByText(/I pressed <b>ping<\/b> twice/)).toBeVisible();
  await expect.element(conversation.getByText('Internal note')).toBeVisible();
  await expect.element(conversation.getByText('Tom Reyes assigned it to Ann Lee')).toBeVisible();
  await expect.element(screen.getByText('First answer after 6 min')).toBeVisible();
  const causes = screen.getByRole('region', { name: 'Why is it offline?' });
  await expect
    .poll(() => causes.element().textContent)
    .toMatch(/SIM or the mobile network.*Most likely.*“PDP reject”.*battery is empty.*Possible.*Unlikely/);
  await expect.element(causes.getByText(/our servers \(2,068 of 2,241 devices connected\)/)).toBeVisible();

  const reported = screen.getByRole('region', { name: 'When reported' });
  await expect.poll(() => reported.element().textContent).toMatch(/Error.*Battery 80%.*The power was cut.*Possible/);
  expect(reported.element().textContent).not.toMatch(/Signal|Have the power cable/);
  await expect.element(screen.getByRole('link', { name: 'Harbour Alarms' })).toBeVisible();

  const text = screen.getByRole('textbox', { name: 'Your answer' });
  const photo = conversation.getByRole('link', { name: /^light\.jpg/ });
  await expect.element(photo).toHaveAttribute('href', `/api/support/ticket-attachments/${aPhoto.id}`);
  const ids = [crypto.randomUUID(), crypto.randomUUID()];
  server.on(uploadAttachment, ({ query: { name } }) => ({ ...aPhoto, id: ids[name === 'log.txt' ? 0 : 1]!, name }));
  const picker = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  await userEvent.upload(picker, [new File(['PDP reject'], 'log.txt'), new File(['x'], 'other.txt')]);
  await expect.element(screen.getByText('other.txt')).toBeVisible();
  chooseFiles(picker, new File([new Uint8Array(5 * 2 ** 20 + 1)], 'huge.txt'));
  await expect.element(screen.getByText('A file can have at most 5 MB.')).toBeVisible();
  await screen.getByRole('button', { name: 'Remove other.txt' }).click();
  await text.fill('We top it up.');
  await screen.getByRole('button', { name: 'Send answer' }).click();
  await expect.element(text).toHaveValue('');
  await screen.getByRole('radiogroup').getByText('Internal note').click();
  await screen.getByRole('textbox', { name: 'Your note' }).fill('Told the installer.');
  server.on(writeStaffMessage, () => refuse('conflict', 'This request is full. Send a new request.'));
  await screen.getByRole('button', { name: 'Save note' }).click();
  await expect.element(screen.getByText('This request is full. Send a new request.')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Your note' })).toHaveValue('Told the installer.');
  expect(server.calls(writeStaffMessage).map(({ body }) => body)).toMatchObject([
    { kind: 'answer', text: 'We top it up.', attachmentIds: [ids[0]] },
    { kind: 'note', text: 'Told the installer.', attachmentIds: [] },
  ]);

  await screen.getByRole('combobox', { name: 'Assignee' }).selectOptions('Tom Reyes');
  await expect.element(screen.getByRole('combobox', { name: 'Assignee' })).toHaveValue(tom.id);
  const gone = { assigneeId: crypto.randomUUID(), assignee: 'Lea Voss' };
  shown = aStaffConversation(gone);
  server.stream.push(ticketChangedEvent, { id: shown.ticket.id });
  await expect.element(screen.getByRole('combobox', { name: 'Assignee' })).toHaveDisplayValue('Lea Voss (inactive)');
  await screen.getByRole('combobox', { name: 'Assignee' }).selectOptions('Unassigned');
  await expect.poll(() => server.calls(assignTicket).at(-1)!.body).toEqual({ assigneeId: null });
  server.on(setTicketStatus, () => refuse('internal'));
  await screen.getByRole('combobox', { name: 'Status' }).selectOptions('Closed');
  await expect.element(screen.getByText('Failed to update ticket status')).toBeVisible();
  await expect.element(screen.getByRole('combobox', { name: 'Status' })).toHaveValue('in_progress');
  server.on(setTicketStatus, ({ body }) => (shown = aStaffConversation({ status: body.status })));
  await screen.getByRole('button', { name: 'Resolve' }).click();
  await expect.element(screen.getByText('ticket status updated to resolved')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Resolve' })).not.toBeInTheDocument();

  shown = aStaffConversation({ status: 'open' });
  server.stream.push(ticketChangedEvent, { id: shown.ticket.id });
  await expect.element(screen.getByRole('combobox', { name: 'Status' })).toHaveValue('open');
});

test('an answer that is sent again after a lost answer has the same id, and the next one another id [SUPP-03]', async () => {
  const shown = aStaffConversation({ id: crypto.randomUUID() });
  const { screen, server } = await openPortal(`/support/tickets/${shown.ticket.id}`, { world: { person: ann } });
  server.on(readStaffTicket, () => shown);
  server.on(writeStaffMessage, () => refuse('unavailable', 'Not now.'));
  const text = screen.getByRole('textbox', { name: 'Your answer' });
  const send = screen.getByRole('button', { name: 'Send answer' });
  await text.fill('We top it up.');
  await send.click();
  await expect.element(screen.getByText('Not now.')).toBeVisible();
  server.on(writeStaffMessage, () => shown);
  await send.click();
  await expect.element(text).toHaveValue('');
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  server.on(writeStaffMessage, async () => {
    await answered;
    return shown;
  });
  await text.fill('We top it up.');
  await send.click();
  await expect.poll(() => server.calls(writeStaffMessage)).toHaveLength(3);
  await text.fill('We top it up. Today.');
  answer();
  await expect.element(send).not.toHaveAttribute('data-loading');
  await expect.element(text).toHaveValue('We top it up. Today.');
  const [first, again, next] = server.calls(writeStaffMessage).map(({ body }) => (body as { id?: string }).id);
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(again).toBe(first);
  expect(next).not.toBe(first);
});

test('a draft and a reason of one ticket never show on another one [SUPP-03] [SUPL-07]', async () => {
  const { screen, server, history } = await openPortal('/support', { world: { person: ann } });
  serveDesk(server);
  server.on(readStaffTicket, ({ params: { id } }) => aStaffConversation({ id, subject: `Ticket ${id.slice(0, 1)}` }));
  server.on(explainOfflineToStaff, () => excavatorIsOffline);
  server.on(readBreakGlass, () => ({ access: null, asOf: new Date().toISOString() }));
  const [first, second] = ['a', 'b'].map((digit) => `${digit}${crypto.randomUUID().slice(1)}`);
  history.push(`/support/tickets/${first}`);
  await expect.element(screen.getByRole('heading', { name: 'Ticket a' })).toBeVisible();
  history.push(`/support/tickets/${second}`);
  await expect.element(screen.getByRole('heading', { name: 'Ticket b' })).toBeVisible();
  const answer = screen.getByRole('textbox', { name: 'Your answer' });
  const reason = screen.getByRole('textbox', { name: 'Reason' });
  await answer.fill('For the second person');
  await reason.fill('For the second ticket');
  history.back();
  await expect.element(screen.getByRole('heading', { name: 'Ticket a' })).toBeVisible();
  await expect.element(answer).toHaveValue('');
  await expect.element(reason).toHaveValue('');
});

test('an unsent note is still a note after a visit to another page [SUPP-03]', async () => {
  const { screen, server, history } = await openPortal('/support', { world: { person: ann } });
  serveDesk(server);
  server.on(readStaffTicket, ({ params: { id } }) => aStaffConversation({ id }));
  server.on(explainOfflineToStaff, () => excavatorIsOffline);
  server.on(readBreakGlass, () => ({ access: null, asOf: new Date().toISOString() }));
  history.push(`/support/tickets/${crypto.randomUUID()}`);
  await screen.getByRole('radiogroup').getByText('Internal note').click();
  const note = screen.getByRole('textbox', { name: 'Your note' });
  await note.fill('Called twice.');
  history.back();
  await expect.element(note).not.toBeInTheDocument();
  history.forward();
  await expect.element(note).toHaveValue('Called twice.');
});

test('attaches the accepted files of a choice and names each refused one with its reason [SUPP-03]', async () => {
  const { screen, server, history } = await openPortal('/support', { world: { person: ann } });
  serveDesk(server);
  server.on(listTicketQueue, () => ({ tickets: [aQueuedTicket()], next: null }));
  server.on(readStaffTicket, () => aStaffConversation());
  server.on(explainOfflineToStaff, () => excavatorIsOffline);
  server.on(uploadAttachment, ({ query: { name } }) =>
    name === 'empty.txt' ? refuse('invalid_input', 'This file is empty.') : { ...aPhoto, name },
  );
  history.push(`/support/tickets/${aStaffConversation().ticket.id}`);
  const attach = screen.getByRole('button', { name: 'Attach a file' });
  await expect.element(attach).toHaveAccessibleDescription(attachmentTexts.hint);
  await expect.element(screen.getByText(attachmentTexts.hint)).toBeVisible();
  const picker = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  const huge = new File([new Uint8Array(5 * 2 ** 20 + 1)], 'huge.txt');
  chooseFiles(picker, huge, new File([], 'empty.txt'), new File(['PDP reject'], 'log.txt'));
  await expect.element(screen.getByRole('button', { name: 'Remove log.txt' })).toBeVisible();
  await expect.element(screen.getByText('Could not attach huge.txt')).toBeVisible();
  await expect.element(screen.getByText('A file can have at most 5 MB.')).toBeVisible();
  await expect.element(screen.getByText('Could not attach empty.txt')).toBeVisible();
  await expect.element(screen.getByText('This file is empty.')).toBeVisible();
  // A browser reports a file that is chosen again only when the input is empty.
  expect(picker.files).toHaveLength(0);
  await userEvent.upload(picker, new File(['PDP reject'], 'empty.txt'));
  await expect.element(screen.getByText('Could not attach huge.txt')).not.toBeInTheDocument();
});

test.each(['light', 'dark'] as const)('axe reports no violations on a ticket in %s [SUPP-03]', async (scheme) => {
  await page.viewport(390, 844);
  const { screen, server } = await openPortal('/support', { scheme, world: { person: ann } });
  server.on(getDeskDevice, () => refuse('not_found'));
  server.on(listTicketQueue, () => ({ tickets: [aQueuedTicket()], next: null }));
  server.on(readStaffTicket, () => aStaffConversation());
  server.on(explainOfflineToStaff, () => ({ ...excavatorIsOffline, status: 'error' as const }));
  await screen.getByRole('main').getByRole('link', { name: 'Support Tickets' }).click();
  await expect.element(screen.getByRole('link', { name: 'No position since this morning' })).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await screen.getByRole('link', { name: 'No position since this morning' }).click();
  await expect.element(screen.getByText(/^Ruled out/)).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Why does it report an error?' })).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
