import { explainOffline } from '@trace/contract/offline-causes/offline-causes.api';
import { listTickets, readTicket, replyToTicket } from '@trace/contract/tickets/tickets.api';
import type { Conversation } from '@trace/contract/tickets/tickets.schema';
import { ticketChangedEvent } from '@trace/contract/tickets/tickets.stream';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { aConversation, aTicket, excavatorIsOffline } from '#testing/fake-server/fake-server-tickets.ts';
import { mia, sam } from '#testing/fake-server/fake-server-world.ts';

beforeEach(() => page.viewport(390, 844));

test('a user reads the own requests, replies and reopens, and reads a new answer at once [SUPP-03]', async () => {
  const { screen, server, history } = await openPortal('/user/requests', { world: { person: mia } });
  let shown: Conversation = aConversation({ status: 'resolved' });
  server.on(listTickets, () => ({ tickets: [shown.ticket], next: null }));
  server.on(readTicket, () => shown);
  await screen.getByRole('link', { name: /No position since this morning.*TKT-2041.*Resolved/ }).click();
  expect(history.location.pathname).toBe(`/user/requests/${shown.ticket.id}`);
  const conversation = screen.getByRole('region', { name: 'Conversation' });
  await expect.element(conversation.getByText('The tracker itself went quiet at 6:32 am.')).toBeVisible();
  expect(conversation.element().textContent).not.toContain('Carrier');
  // The initials of the person, not of the word 'You'.
  expect(conversation.getByRole('listitem').first().element().textContent).toMatch(/^MNYou/);
  const photo = conversation.getByRole('link', { name: /^light\.jpg/ });
  await expect.element(photo).toHaveAttribute('href', expect.stringMatching(/^\/api\/ticket-attachments\//));
  await expect.element(screen.getByText('Your reply reopens the request.')).toBeVisible();
  expect(await axeFindings()).toEqual([]);

  await screen.getByRole('button', { name: 'Send reply' }).click();
  await expect.element(screen.getByText('Write a text first.')).toBeVisible();
  server.on(replyToTicket, () => (shown = aConversation({ status: 'open' })));
  await screen.getByRole('textbox', { name: 'Your reply' }).fill(' Still there. ');
  await screen.getByRole('button', { name: 'Send reply' }).click();
  await expect.element(screen.getByText('Your reply reopens the request.')).not.toBeInTheDocument();
  expect(server.calls(replyToTicket)[0]!.body).toMatchObject({ text: 'Still there.', attachmentIds: [] });
  await expect.element(screen.getByRole('textbox', { name: 'Your reply' })).toHaveValue('');

  shown = aConversation({ status: 'closed' });
  server.stream.push(ticketChangedEvent, { id: shown.ticket.id });
  await expect.element(screen.getByText(/^This request is closed\./)).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Your reply' })).not.toBeInTheDocument();
});

test('an installer without requests reads how to send one, and a dialog closed by mistake keeps the text [SUPP-03]', async () => {
  const { screen, server } = await openPortal('/installer/requests', { world: { person: sam } });
  server.on(listTickets, () => ({ tickets: [], next: null }));
  await expect.element(screen.getByText(/^No requests yet\./)).toBeVisible();
  server.on(listTickets, () => ({ tickets: [aTicket()], next: null }));
  await screen.getByRole('button', { name: 'Get Support' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Request Support' });
  const description = dialog.getByRole('textbox', { name: 'Description' });
  await description.fill('It is silent since Monday.');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Get Support' }).click();
  await expect.element(description).toHaveValue('It is silent since Monday.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Get Support' }).click();
  await expect.element(description).toHaveValue('');
});

test('an installer asks in the control panel why a device is offline [SUPP-05]', async () => {
  await page.viewport(1_280, 800);
  const { screen, server } = await openPortal('/installer/devices', { world: { person: sam } });
  server.on(explainOffline, () => ({ ...excavatorIsOffline, devices: null, isKnown: false, causes: [] }));
  await screen.getByRole('button', { name: 'Control Excavator 3' }).click();
  const panel = screen.getByRole('dialog');
  await panel.getByRole('button', { name: 'Why is it offline?' }).click();
  await expect.element(panel.getByText('The last reports show no cause.')).toBeVisible();
  expect(server.calls(explainOffline)[0]!.params).toEqual({ serial: 'Trace_51A0' });
  expect(await axeFindings(panel.element())).toEqual([]);
});

test('text that is typed while a reply is sent stays [SUPP-03]', async () => {
  const shown = aConversation({ status: 'open' });
  const { screen, server } = await openPortal(`/installer/requests/${shown.ticket.id}`, { world: { person: sam } });
  server.on(readTicket, () => shown);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  server.on(replyToTicket, async () => {
    await answered;
    return shown;
  });
  const reply = screen.getByRole('textbox', { name: 'Your reply' });
  await reply.fill('Still there.');
  const send = screen.getByRole('button', { name: 'Send reply' });
  await send.click();
  await expect.poll(() => server.calls(replyToTicket)).toHaveLength(1);
  await reply.fill('Still there. Since Monday.');
  answer();
  await expect.element(send).toBeEnabled();
  await expect.element(reply).toHaveValue('Still there. Since Monday.');
});

test('a reply that is sent again after a lost answer has the same id, and the next reply another id [SUPP-03]', async () => {
  const shown = aConversation({ status: 'open' });
  const { screen, server } = await openPortal(`/installer/requests/${shown.ticket.id}`, { world: { person: sam } });
  server.on(readTicket, () => shown);
  server.on(replyToTicket, () => refuse('unavailable', 'Not now.'));
  const reply = screen.getByRole('textbox', { name: 'Your reply' });
  const send = screen.getByRole('button', { name: 'Send reply' });
  await reply.fill('Still there.');
  await send.click();
  await expect.element(screen.getByText('Not now.')).toBeVisible();
  server.on(replyToTicket, () => shown);
  await send.click();
  await expect.element(reply).toHaveValue('');
  await reply.fill('Still there.');
  await send.click();
  await expect.poll(() => server.calls(replyToTicket)).toHaveLength(3);
  const [first, again, next] = server.calls(replyToTicket).map(({ body }) => (body as { id: string }).id);
  expect(first).toBe(again);
  expect(next).not.toBe(first);
});
