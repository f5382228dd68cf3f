import { randomUUID } from 'node:crypto';
import { deleteAccount, downloadData } from '@trace/contract/accounts/accounts.api';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@trace/contract/kernel/time';
import {
  assignTicket,
  createStaffTicket,
  generateTicketNumber,
  listTicketQueue,
  readStaffTicket,
  setTicketStatus,
  writeStaffMessage,
} from '@trace/contract/tickets/staff/tickets.staff.api';
import type { QueueQuery } from '@trace/contract/tickets/staff/tickets.staff.schema';
import { createTicket, listTickets, readTicket, replyToTicket } from '@trace/contract/tickets/tickets.api';
import type { NewTicket, Ticket, TicketStatus } from '@trace/contract/tickets/tickets.schema';
import { ticketsTexts as texts } from '@trace/contract/tickets/tickets.texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { newSerial, registerDevice } from '#testing/trackers';

let portal: Portal;
let staff: SignedIn;
let colleague: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  portal = await startPortal({ SUPPORT_EMAIL: 'help@trace.example' });
  [staff, colleague, user] = await Promise.all([
    portal.person({ role: 'staff' }),
    portal.person({ role: 'staff' }),
    portal.person(),
  ]);
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await sql`delete from ticket`.execute(portal.test.database.sql);
});

const write = (person: SignedIn, change: Partial<NewTicket> = {}): Promise<Ticket> =>
  person.api.call(createTicket, {
    body: { subject: 'No position', description: 'Since six.', priority: 'medium', serialNumber: null, ...change },
  });

const queue = (query: Partial<QueueQuery> = {}) => staff.api.call(listTicketQueue, { query: { limit: 20, ...query } });
const subjects = async (query: Partial<QueueQuery> = {}) => (await queue(query)).tickets.map(({ subject }) => subject);
const setStatus = (id: string, status: TicketStatus) =>
  staff.api.call(setTicketStatus, { params: { id }, body: { status } });
const say = (id: string, text: string, kind: 'answer' | 'note' = 'answer') =>
  staff.api.call(writeStaffMessage, { params: { id }, body: { kind, text } });
const mailsTo = async (email: string) =>
  (await portal.app.mail.listRecent(50)).filter(({ recipient }) => recipient === email);

test('lists unfinished tickets by priority, then plan, then age [SUPP-03]', async () => {
  const premium = await portal.person({ premium: true });
  await write(user, { subject: 'medium, older' });
  await write(user, { subject: 'medium, newer' });
  await write(premium, { subject: 'medium, premium' });
  await write(user, { subject: 'urgent', priority: 'urgent' });
  const { id } = await write(user, { subject: 'urgent, closed', priority: 'urgent' });
  await write(premium, { subject: 'low, premium', priority: 'low' });
  await setStatus(id, 'closed');
  const order = [...['urgent', 'medium, premium', 'medium, older', 'medium, newer', 'low, premium'], 'urgent, closed'];
  expect(await subjects()).toEqual(order);
  const first = await queue({ limit: 4 });
  const second = await queue({ limit: 4, after: first.next! });
  expect([...first.tickets, ...second.tickets].map(({ subject }) => subject)).toEqual(order);
  expect(second.next).toBeNull();
  expect(await subjects({ status: 'unfinished' })).toEqual(order.slice(0, 5));
  expect(await subjects({ status: 'closed' })).toEqual(['urgent, closed']);
  expect((await rawCall(portal, { path: '/api/support/tickets?after=1;2', person: staff })).status).toBe(400);
});

test('finds tickets by number, email and subject, with wildcards as plain characters [SUPP-02]', async () => {
  const other = await portal.person();
  const { number } = await write(user, { subject: 'Battery at 100% since May' });
  await write(other, { subject: 'Battery at 1000' });
  expect(await subjects({ search: number.toLowerCase() })).toEqual(['Battery at 100% since May']);
  expect(await subjects({ search: other.email.toUpperCase() })).toEqual(['Battery at 1000']);
  expect(await subjects({ search: '100%' })).toEqual(['Battery at 100% since May']);
  expect(await subjects({ search: 'BATTERY' })).toHaveLength(2);
  expect(await subjects({ search: 'b_ttery' })).toEqual([]);
  expect(await subjects({ search: String.raw`\ '"` })).toEqual([]);
});

test('switches statuses freely: resolved sets the time of resolution, leaving resolved clears it [SUPP-02]', async () => {
  const { id, createdAt } = await write(user);
  for (const status of ['resolved', 'closed', 'resolved', 'in_progress', 'open', 'resolved'] as const) {
    await portal.clock.advance(SECOND_MS);
    const now = portal.clock.now().toISOString();
    const { ticket } = await setStatus(id, status);
    expect(ticket).toMatchObject({ status, createdAt, updatedAt: now, resolvedAt: status === 'resolved' ? now : null });
  }
  const { messages } = await user.api.call(readTicket, { params: { id } });
  expect(messages.map(({ kind, status }) => [kind, status]).slice(-2)).toEqual([
    ['status', 'open'],
    ['status', 'resolved'],
  ]);
  const unknown = await rawCall(portal, {
    ...{ method: 'PUT', path: `/api/support/tickets/${id}/status`, person: staff },
    body: { status: 'lost' },
  });
  expect(unknown.status).toBe(400);
});

test('a conversation: the person reads answers but no note, and a reply reopens a resolved ticket [SUPP-03]', async () => {
  const { id, number } = await write(user);
  await say(id, 'Which device?\n<b>Tell</b> us.');
  await say(id, 'The carrier is slow.', 'note');
  await setStatus(id, 'resolved');
  const read = await user.api.call(readTicket, { params: { id } });
  expect(read.messages).toMatchObject([
    { kind: 'answer', isStaff: true, text: 'Which device?\n<b>Tell</b> us.' },
    { kind: 'status', status: 'resolved' },
  ]);
  expect(JSON.stringify(read)).not.toMatch(/carrier/);
  expect(JSON.stringify(read)).not.toContain(staff.email);

  const reopened = await user.api.call(replyToTicket, { params: { id }, body: { text: 'The ute.' } });
  expect(reopened.ticket).toMatchObject({ status: 'open', resolvedAt: null });
  const { messages } = await staff.api.call(readStaffTicket, { params: { id } });
  expect(messages.map(({ kind, isStaff, text }) => [kind, isStaff, text])).toEqual([
    ['answer', true, 'Which device?\n<b>Tell</b> us.'],
    ['note', true, 'The carrier is slow.'],
    ['status', true, null],
    ['answer', false, 'The ute.'],
    ['status', false, null],
  ]);

  const [mail, ...more] = await mailsTo(user.email);
  expect(more.filter(({ subject }) => subject.includes(number))).toEqual([]);
  expect(mail).toMatchObject({ subject: `Answer to ${number}: No position`, html: null });
  expect(mail!.text).toContain(`/user/requests/${id}`);
  expect(mail!.text).toContain('<b>Tell</b> us.');
  const toSupport = (await mailsTo('help@trace.example')).map(({ text }) => text);
  expect(toSupport.find((text) => text.includes('The ute.'))).toContain(`/support/tickets/${id}`);
});

test('a closed ticket refuses a reply, and another person finds no ticket [SUPP-03]', async () => {
  const { id } = await write(user);
  const stranger = await portal.person();
  const reply = (person: SignedIn) =>
    rawCall(portal, { method: 'POST', path: `/api/tickets/${id}/messages`, person, body: { text: 'Hello' } });
  expect((await reply(stranger)).status).toBe(404);
  expect((await rawCall(portal, { path: `/api/tickets/${id}`, person: stranger })).status).toBe(404);
  expect((await rawCall(portal, { path: `/api/support/tickets/${id}`, person: user })).status).toBe(403);
  await setStatus(id, 'closed');
  const refused = await reply(user);
  expect([refused.status, refusalIn(refused).message]).toEqual([409, texts.closed]);
  await say(id, 'One more word.');
  const [mail] = (await mailsTo(user.email)).filter(({ text }) => text.includes('One more word.'));
  expect(mail!.text).toContain('The request is closed. Read it in the portal:');
});

test('the first-answer clock stops at the first answer of support, and the wait begins again with a reply [SUPP-03]', async () => {
  const { id } = await write(user);
  const times = async () => {
    const [row] = (await queue()).tickets;
    return { firstAnswerAt: row!.firstAnswerAt, waitingSince: row!.waitingSince };
  };
  const asked = portal.clock.now().toISOString();
  await portal.clock.advance(SECOND_MS);
  await say(id, 'Noted.', 'note');
  expect(await times()).toEqual({ firstAnswerAt: null, waitingSince: asked });
  const answered = portal.clock.now().toISOString();
  await say(id, 'We look into it.');
  expect(await times()).toEqual({ firstAnswerAt: answered, waitingSince: null });
  await portal.clock.advance(SECOND_MS);
  const replied = portal.clock.now().toISOString();
  await user.api.call(replyToTicket, { params: { id }, body: { text: 'Thank you.' } });
  await portal.clock.advance(SECOND_MS);
  await user.api.call(replyToTicket, { params: { id }, body: { text: 'Still silent.' } });
  expect(await times()).toEqual({ firstAnswerAt: answered, waitingSince: replied });
  await setStatus(id, 'resolved');
  expect(await times()).toEqual({ firstAnswerAt: answered, waitingSince: null });
});

test('a ticket that staff finish by mistake and open again waits since the unanswered message [SUPP-03]', async () => {
  const waitingSince = async () => (await queue()).tickets.map((ticket) => ticket.waitingSince);
  const { id, createdAt } = await write(user);
  await portal.clock.advance(SECOND_MS);
  await setStatus(id, 'resolved');
  await setStatus(id, 'closed');
  await setStatus(id, 'open');
  expect(await waitingSince()).toEqual([createdAt]);
  await say(id, 'We look into it.');
  await setStatus(id, 'closed');
  await setStatus(id, 'in_progress');
  expect(await waitingSince()).toEqual([null]);
  await portal.clock.advance(SECOND_MS);
  const replied = portal.clock.now().toISOString();
  await user.api.call(replyToTicket, { params: { id }, body: { text: 'Still silent.' } });
  await setStatus(id, 'resolved');
  await portal.clock.advance(SECOND_MS);
  await setStatus(id, 'in_progress');
  expect(await waitingSince()).toEqual([replied]);
});

test('assigns a ticket to staff only, as an event of the conversation [SUPP-03]', async () => {
  const { id } = await write(user);
  const assign = (assigneeId: string | null) => staff.api.call(assignTicket, { params: { id }, body: { assigneeId } });
  const { ticket, messages, staff: choices } = await assign(colleague.id);
  expect(ticket.assigneeId).toBe(colleague.id);
  expect(choices.map((each) => each.id).toSorted()).toEqual([staff.id, colleague.id].toSorted());
  const { name } = choices.find((each) => each.id === colleague.id)!;
  expect(messages).toMatchObject([{ kind: 'assignment', assignee: name }]);
  expect((await queue()).tickets).toMatchObject([{ assignee: name }]);
  const setActive = (isActive: boolean) =>
    sql`update support_staff set is_active = ${isActive} where account_id = ${colleague.id}`.execute(
      portal.test.database.sql,
    );
  await setActive(false);
  const orphaned = await staff.api.call(readStaffTicket, { params: { id } });
  expect(orphaned.ticket).toMatchObject({ assigneeId: colleague.id, assignee: name });
  expect((await queue()).tickets).toMatchObject([{ assignee: `${name} (inactive)` }]);
  expect(orphaned.staff.map((each) => each.id)).toEqual([staff.id]);
  await setActive(true);
  expect((await assign(null)).ticket.assigneeId).toBeNull();
  await expect(assign(user.id)).rejects.toMatchObject({ status: 404 });
  await portal.clock.advance(SECOND_MS);
  expect((await say(id, 'The carrier is slow.', 'note')).ticket.updatedAt).toBe(portal.clock.now().toISOString());
  const own = await user.api.call(readTicket, { params: { id } });
  expect(own.messages).toEqual([]);
  expect(own.ticket.updatedAt).toBe(own.ticket.createdAt);
});

test('staff open a ticket for a person by email, who gets a mail and reads it as their own [SUPL-04]', async () => {
  const body = { subject: 'Your call', description: 'You asked for a new SIM.' };
  const call = (extra: object) =>
    rawCall(portal, { method: 'POST', path: createStaffTicket.path, person: staff, body: { ...body, ...extra } });
  const serial = newSerial();
  await sql`insert into device_registry (serial, entered_by) values (${serial}, 'factory')`.execute(
    portal.test.database.sql,
  );
  await registerDevice(portal, serial, await portal.person({ role: 'installer' }), user);
  const { id, number } = (await call({ email: ` ${user.email.toUpperCase()}`, serialNumber: serial })).json as Ticket;
  const [own] = (await user.api.call(listTickets, { query: { limit: 20 } })).tickets;
  expect(own).toMatchObject({ id, number, ...body, priority: 'medium', status: 'open' });
  expect(own!.device).toMatchObject({ offline: { causes: [{ kind: 'never_connected' }] } });
  expect((await queue()).tickets).toMatchObject([{ subject: 'Your call', serialNumber: serial }]);
  expect((await mailsTo(user.email))[0]!.text).toContain(`/user/requests/${id}`);
  const unknown = await call({ email: 'nobody@example.com' });
  expect([unknown.status, refusalIn(unknown)]).toMatchObject([404, { message: texts.noAccount, field: 'body.email' }]);
  expect((await call({ email: user.email, serialNumber: newSerial() })).status).toBe(404);
  expect((await call({})).status).toBe(400);
});

test('a ticket or message of staff that is sent again under its id adds nothing [SUPL-04] [SUPP-03]', async () => {
  const [id, messageId] = [randomUUID(), randomUUID()];
  const open = (by: SignedIn, to: SignedIn) =>
    by.api.call(createStaffTicket, {
      body: {
        id,
        email: to.email,
        subject: 'Your call',
        description: 'A new SIM.',
        priority: 'medium',
        serialNumber: null,
      },
    });
  const opened = await Promise.all([open(staff, user), open(staff, user)]);
  expect(opened[0]).toEqual(opened[1]);
  expect((await queue()).tickets).toHaveLength(1);
  await expect(open(colleague, user)).rejects.toThrow(texts.idTaken);
  await expect(open(staff, await portal.person())).rejects.toThrow(texts.idTaken);

  const answer = (by: SignedIn, ticketId: string) =>
    by.api.call(writeStaffMessage, {
      ...{ params: { id: ticketId }, body: { id: messageId, kind: 'answer', text: 'It is on its way.' } },
    });
  const answers = await Promise.all([answer(staff, id), answer(staff, id)]);
  expect(answers.map(({ messages }) => messages.length)).toEqual([1, 1]);
  await expect(answer(colleague, id)).rejects.toThrow(texts.idTaken);
  await expect(answer(staff, (await write(user)).id)).rejects.toThrow(texts.idTaken);
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject_id = ${id} and action in ('tickets.createAsStaff', 'tickets.write')`.execute(
    portal.test.database.sql,
  );
  expect(rows).toHaveLength(2);
  expect((await mailsTo(user.email)).filter(({ text }) => text.includes(`/user/requests/${id}`))).toHaveLength(2);
});

test('the email about a ticket for a staff address leads to the page of the back office [SUPL-04]', async () => {
  const { id } = await staff.api.call(createStaffTicket, {
    body: {
      ...{ email: colleague.email, subject: 'Your leave', description: 'Please hand over.', priority: 'low' },
      serialNumber: null,
    },
  });
  expect((await mailsTo(colleague.email))[0]!.text).toContain(`${portal.url}/support/tickets/${id}`);
});

test('generate_ticket_number gives staff the next number, on record, and tickets go on after it [SUPL-04] [FN-01]', async () => {
  const before = await write(user);
  const { ticket_number: number } = await staff.api.call(generateTicketNumber, { body: {} });
  const after = await write(user);
  const counted = [before.number, number, after.number].map((each) => Number(each.replace('TKT-', '')));
  expect(counted).toEqual([counted[0], counted[0]! + 1, counted[0]! + 2]);
  const { rows } = await sql<{ actorId: string; details: object }>`
    select actor_id, details from audit_log where action = 'tickets.generateNumber'`.execute(portal.test.database.sql);
  expect(rows).toEqual([{ actorId: staff.id, details: { number } }]);
});

test('writes one audit entry for each change of staff, with ids only [SUPL-06] [SUPP-02]', async () => {
  const { id } = await write(user);
  await say(id, 'canary-answer');
  await setStatus(id, 'resolved');
  await staff.api.call(assignTicket, { params: { id }, body: { assigneeId: staff.id } });
  const { rows } = await sql<{ action: string; details: object }>`
    select action, details from audit_log where subject_id = ${id} and actor_id = ${staff.id} order by id`.execute(
    portal.test.database.sql,
  );
  const changes = rows.filter(({ action }) => action !== readStaffTicket.name);
  expect(changes.map(({ action }) => action)).toEqual(['tickets.write', 'tickets.setStatus', 'tickets.assign']);
  expect(JSON.stringify(rows)).not.toMatch(/canary|example\.com/);
});

test('deleting the account removes the words of both sides; a download holds answers but no notes [SET-03]', async () => {
  const leaving = await portal.person();
  const { id } = await write(leaving, { subject: 'canary-subject' });
  await say(id, 'canary-answer');
  await say(id, 'canary-note', 'note');
  await leaving.api.call(replyToTicket, { params: { id }, body: { text: 'canary-reply' } });
  const download = JSON.stringify(await leaving.api.call(downloadData, {}));
  expect(download).toMatch(/canary-answer[^]*canary-reply/);
  expect(download).not.toContain('canary-note');
  expect(download).toContain('Notes that support staff wrote for each other');
  await leaving.api.call(deleteAccount, { body: { confirmation: 'delete my account' } });
  const after = await staff.api.call(readStaffTicket, { params: { id } });
  expect(JSON.stringify(after)).not.toMatch(/canary/);
  expect(JSON.stringify(after)).not.toContain(leaving.email);
  expect(after.ticket).toMatchObject({ user: null, subject: texts.gone });
  expect(after.messages.map(({ author, text }) => [author === texts.formerAccount, text])).toEqual([
    [false, texts.gone],
    [false, texts.gone],
    [true, texts.gone],
  ]);
});

test('a queue of 5,000 tickets is paged by its index [SUPP-02]', async () => {
  const { sql: executor } = portal.test.database;
  const start = portal.clock.now().getTime() - 100 * DAY_MS;
  await sql`
    insert into ticket (id, account_id, subject, description, priority, status, created_at, updated_at)
    select gen_random_uuid(), ${user.id}, 'Ticket ' || n, '', (array['low', 'medium', 'high', 'urgent'])[1 + n % 4],
      (array['open', 'closed'])[1 + n % 2], ${new Date(start)}, ${new Date(start + HOUR_MS)}
    from generate_series(1, 5000) n`.execute(executor);
  await sql`analyze ticket`.execute(executor);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id from ticket t where (t.queue_rank, t.queue_place) > (3, 10)
    order by t.queue_rank, t.queue_place limit 21`.execute(executor);
  expect(JSON.stringify(rows)).toContain('ticket_queue');
  expect((await queue()).tickets).toHaveLength(20);
  expect((await rawCall(portal, { path: `/api/support/tickets/${randomUUID()}`, person: staff })).status).toBe(404);
});
