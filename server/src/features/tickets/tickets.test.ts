import { randomUUID } from 'node:crypto';
import { downloadData } from '@trace/contract/accounts/accounts.api';
import { createTicket, listTickets, readTicket, replyToTicket } from '@trace/contract/tickets/tickets.api';
import { ticketsTexts as texts } from '@trace/contract/tickets/tickets.texts';
import type { Ticket } from '@trace/contract/tickets/tickets.schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnsWith } from '#testing/columns-with';
import { hold, waitingFor } from '#testing/held-rows';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn, type RawAnswer } from '#testing/raw-call';
import { registerDevice } from '#testing/trackers';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ SUPPORT_EMAIL: 'help@trace.example' });
});
afterAll(() => portal.stop());

const some = { subject: 'No position', description: 'Since half past six.' };

const ask = (person: SignedIn, body: object): Promise<RawAnswer> =>
  rawCall(portal, { method: 'POST', path: createTicket.path, person, body });

const counted = ({ number }: Ticket): number => Number(number.replace('TKT-', ''));

test('a ticket holds the state of the device and medium priority, without a position or a secret [IDASH-05]', async () => {
  const [installer, user] = await Promise.all([portal.person({ role: 'installer' }), portal.person()]);
  const device = await connectByHand(portal);
  const { serial } = device;
  await registerDevice(portal, serial, installer, user);
  const ts = portal.clock.now().getTime();
  await device.say('heartbeat', {
    status: 'online',
    intervalSec: 60,
    networkType: 'lte',
    batteryPct: 31,
    lastError: 'no fix near -33.86880, 151.20930',
  });
  await device.say('log', { level: 'error', text: 'PDP reject, sim_password=quay7', ts });
  await device.say('location', { lat: -33.8688, lng: 151.2093 });

  const answer = await ask(user, { ...some, serialNumber: serial });
  expect(answer.json).toMatchObject({
    number: expect.stringMatching(/^TKT-\d{4,}$/),
    ...some,
    priority: 'medium',
    status: 'open',
    device: {
      serialNumber: serial,
      deviceName: 'Work ute',
      status: 'online',
      network: 'sim',
      batteryPct: 31,
      lastSeen: portal.clock.now().toISOString(),
      errors: ['no fix near [hidden], [hidden]', 'PDP reject, sim_password=[hidden]'],
    },
  });
  expect(answer.text).not.toMatch(/33\.8|151\.2|quay7/);

  const ticket = answer.json as Ticket;
  const mails = (await portal.app.mail.listRecent(20)).filter(({ recipient }) => recipient === 'help@trace.example');
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ subject: `${ticket.number}: No position` });
  expect(mails[0]!.text).toContain(serial);
  expect(mails[0]!.text).toContain(`/support/tickets/${ticket.id}`);

  expect((await user.api.call(listTickets, { query: { limit: 20 } })).tickets).toEqual([ticket]);
  expect(await user.api.call(readTicket, { params: { id: ticket.id } })).toEqual({ ticket, messages: [] });
  expect((await installer.api.call(listTickets, { query: { limit: 20 } })).tickets).toEqual([]);
  const foreign = await rawCall(portal, { path: `/api/tickets/${ticket.id}`, person: installer });
  expect(foreign.status).toBe(404);
  device.cut();
});

test('a request or reply that is sent again under its id adds nothing, and the id of another person is refused [IDASH-05] [SUPP-03]', async () => {
  const [user, other] = await Promise.all([portal.person(), portal.person()]);
  const [id, replyId] = [randomUUID(), randomUUID()];
  const answers = await Promise.all([1, 2, 3].map(() => ask(user, { ...some, id })));
  expect(new Set(answers.map(({ json }) => (json as Ticket).number)).size).toBe(1);
  expect((await user.api.call(listTickets, { query: { limit: 20 } })).tickets).toHaveLength(1);
  expect(refusalIn(await ask(other, { ...some, id }))).toMatchObject({ message: texts.idTaken, field: 'body.id' });

  const body = { id: replyId, text: 'Since Monday.' };
  const reply = (person: SignedIn, ticketId: string) =>
    person.api.call(replyToTicket, { params: { id: ticketId }, body });
  const [first, again] = await Promise.all([reply(user, id), reply(user, id)]);
  expect([first.messages.length, again.messages.length]).toEqual([1, 1]);
  const { id: otherId } = (await ask(other, some)).json as Ticket;
  await expect(reply(other, otherId)).rejects.toThrow(texts.idTaken);
  const mails = (await portal.app.mail.listRecent(20)).filter(({ text }) => text.includes(`/support/tickets/${id}`));
  expect(mails).toHaveLength(2);
});

test('two replies under one id to two tickets at the same instant: the later is refused like a later request [SUPP-03]', async () => {
  const [user, other] = await Promise.all([portal.person(), portal.person()]);
  const [{ id }, { id: otherId }] = (await Promise.all([user, other].map((person) => ask(person, some)))).map(
    ({ json }) => json as Ticket,
  ) as [Ticket, Ticket];
  const replyId = randomUUID();
  const held = await hold(
    portal,
    sql`insert into ticket_message (id, ticket_id, author_id, is_staff, kind, text, created_at)
      values (${replyId}, ${id}, ${user.id}, false, 'answer', 'First.', now())`,
  );
  const reply = rawCall(portal, {
    ...{ method: 'POST', path: `/api/tickets/${otherId}/messages`, person: other },
    body: { id: replyId, text: 'Second.' },
  });
  await waitingFor(portal, held.pid);
  await held.release();
  expect(refusalIn(await reply)).toMatchObject({ code: 'conflict', message: texts.idTaken, field: 'body.id' });
});

test('numbers ascend and are unique under 50 concurrent requests [IDASH-05] [SUPP-02]', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => portal.person()));
  const before = (await ask(people[0]!, some)).json as Ticket;
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => ask(people[index % 4]!, { ...some, priority: 'urgent' })),
  );
  const numbers = answers.map((answer) => counted(answer.json as Ticket));
  expect(new Set(numbers).size).toBe(50);
  expect(Math.min(...numbers)).toBeGreaterThan(counted(before));
  const after = (await ask(people[1]!, some)).json as Ticket;
  expect(counted(after)).toBeGreaterThan(Math.max(...numbers));
});

test('lists own tickets in pages, newest first [IDASH-05]', async () => {
  const person = await portal.person();
  for (const subject of ['one', 'two', 'three']) await ask(person, { ...some, subject });
  const first = await person.api.call(listTickets, { query: { limit: 2 } });
  expect(first.tickets.map(({ subject }) => subject)).toEqual(['three', 'two']);
  const second = await person.api.call(listTickets, { query: { limit: 2, after: first.next! } });
  expect(second).toMatchObject({ tickets: [{ subject: 'one' }], next: null });
  expect((await rawCall(portal, { path: '/api/tickets?after=TKT-1;', person })).status).toBe(400);
});

test('keeps the text of a ticket exactly as written [IDASH-05]', async () => {
  const person = await portal.person();
  const words = { subject: '  أين <b>موقعي</b>? 🚨 ', description: `javascript:alert(1)\n\n"quoted" \\ 'single' %s` };
  const ticket = (await ask(person, words)).json as Ticket;
  expect(ticket).toMatchObject({ subject: words.subject.trim(), description: words.description, device: null });
});

test.each([
  ['no subject', { description: 'x' }, 'body.subject'],
  ['a blank subject', { ...some, subject: ' \t ' }, 'body.subject'],
  ['a long subject', { ...some, subject: 'x'.repeat(201) }, 'body.subject'],
  ['a blank description', { ...some, description: '\n' }, 'body.description'],
  ['a long description', { ...some, description: 'x'.repeat(5_001) }, 'body.description'],
  ['a number for a subject', { ...some, subject: 7 }, 'body.subject'],
  ['an unknown priority', { ...some, priority: 'immediate' }, 'body.priority'],
  ['a status', { ...some, status: 'closed' }, 'body.status'],
  ['somebody else', { ...some, userEmail: 'person-1@example.com' }, 'body.userEmail'],
  ['a serial that is none', { ...some, serialNumber: 'Trace 1' }, 'body.serialNumber'],
])('refuses %s and names the field [FN-02] [IDASH-05]', async (_what, body, field) => {
  const person = await portal.person();
  const refused = await ask(person, body);
  expect(refused.status).toBe(400);
  expect(field).toContain(refusalIn(refused).field ?? 'body');
  expect((await person.api.call(listTickets, { query: { limit: 20 } })).tickets).toEqual([]);
});

test('a download contains tickets, and deleting the account removes all personal data from tickets [SET-03]', async () => {
  const person = await portal.person();
  const { id, number } = (await ask(person, { ...some, subject: 'canary-quay' })).json as Ticket;
  expect(JSON.stringify(await person.api.call(downloadData, {}))).toContain('canary-quay');
  const left = await rawCall(portal, {
    method: 'POST',
    path: '/api/account/delete',
    person,
    body: { confirmation: 'delete my account' },
  });
  expect(left.status).toBe(200);
  const { rows } = await sql<{ number: number; accountId: string | null; subject: string }>`
    select number::int as number, account_id, subject from ticket where id = ${id}`.execute(portal.test.database.sql);
  expect(rows).toEqual([
    { number: Number(number.replace('TKT-', '')), accountId: null, subject: 'Deleted with the account' },
  ]);
});

test('deleting the account deletes the emails to support with its words, sent or waiting [SET-03]', async () => {
  const [person, other] = [await portal.person(), await portal.person()];
  const { id } = (await ask(person, { ...some, subject: 'canary-pier' })).json as Ticket;
  await person.api.call(replyToTicket, { params: { id }, body: { text: 'Still nothing.' } });
  const kept = (await ask(other, { ...some, subject: 'The gate stays open' })).json as Ticket;
  const { sql: executor } = portal.test.database;
  await sql`
    update mail set state = 'sent', sent_at = now() where id = (select min(id) from mail where subject like '%canary-pier')`.execute(
    executor,
  );
  const body = { confirmation: 'delete my account' };
  expect((await rawCall(portal, { method: 'POST', path: '/api/account/delete', person, body })).status).toBe(200);
  expect(await columnsWith(executor, 'canary-pier')).toEqual([]);
  const subjects = (await portal.app.mail.listRecent(50)).map(({ subject }) => subject);
  expect(subjects).toContain(`${kept.number}: The gate stays open`);
});
