import { randomUUID } from 'node:crypto';
import { listNotifications, readNotifications } from '@trace/contract/notifications/notifications.api';
import type { NotificationAudience } from '@trace/contract/notifications/notifications.rules';
import type { SentNotification } from '@trace/contract/notifications/notifications.schema';
import {
  createNotification,
  listSentNotifications,
  withdrawNotification,
} from '@trace/contract/notifications/notifications.staff.api';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { openStream } from '#testing/sse';

let portal: Portal;
let staff: SignedIn;
let user: SignedIn;
let installer: SignedIn;
beforeAll(async () => {
  portal = await startPortal();
  staff = await portal.person({ role: 'staff' });
  user = await portal.person();
  installer = await portal.person({ role: 'installer' });
});
afterAll(() => portal.stop());
beforeEach(() => sql`delete from notification`.execute(portal.test.database.sql));

const usual = { title: 'Maintenance', message: 'On Sunday.', type: 'info', audience: 'all', expiresAt: null } as const;

function send(change: Partial<Omit<SentNotification, 'id'>> = {}): Promise<SentNotification> {
  portal.clock.set(new Date(portal.clock.now().getTime() + 1_000));
  return staff.api.call(createNotification, { body: { ...usual, ...change } });
}

const bellOf = async ({ api }: SignedIn) => (await api.call(listNotifications, {})).notifications;
const unreadOf = async (person: SignedIn) =>
  (await bellOf(person)).filter(({ isRead }) => !isRead).map(({ title }) => title);
const page = (query: { search?: string; type?: 'error'; after?: string; limit?: number } = {}) =>
  staff.api.call(listSentNotifications, { query: { limit: 20, ...query } });

/** A stream that resumes behind this event gets no event of an earlier test. */
async function newestEvent(): Promise<string> {
  const { rows } = await sql<{ cursor: string }>`
    select xid::text || '.' || id as cursor from outbox order by xid desc, id desc limit 1`.execute(
    portal.test.database.sql,
  );
  return rows[0]!.cursor;
}

const audiences: [NotificationAudience, string[]][] = [
  ['support', ['staff']],
  ['users', ['user']],
  ['installers', ['installer']],
  ['all', ['staff', 'user', 'installer']],
];

test.each(audiences)('a notification to %s reaches exactly this audience [NOTF-02] [T48]', async (audience, roles) => {
  await send({ audience });
  for (const [role, person] of Object.entries({ staff, user, installer }))
    expect(await bellOf(person), role).toHaveLength(roles.includes(role) ? 1 : 0);
});

test('a notification to installers never reaches a user: not in the list, the stream or by marking as read [NOTF-02] [T48]', async () => {
  const resumesFrom = await newestEvent();
  const [pageOfUser, pageOfInstaller] = await Promise.all([
    openStream(portal, user, resumesFrom),
    openStream(portal, installer, resumesFrom),
  ]);
  const { id } = await send({ audience: 'installers' });
  await pageOfInstaller.until('notifications.changed');
  // Events arrive in order, so a later one for the user proves that the first was not on its way.
  const forUsers = await send({ audience: 'users' });
  await pageOfUser.until('notifications.changed');
  expect(pageOfUser.of('notifications.changed')).toHaveLength(1);
  expect(await unreadOf(user)).toEqual([forUsers.title]);
  await user.api.call(readNotifications, { body: { ids: [id] } });
  const { rows } = await sql`select from notification_read`.execute(portal.test.database.sql);
  expect(rows).toHaveLength(0);
  pageOfUser.close();
  pageOfInstaller.close();

  const resumed = await openStream(portal, installer, resumesFrom);
  expect(await resumed.until('notifications.changed')).toHaveLength(1);
  resumed.close();
});

test('a notification is unread until each person has read it for themselves [NOTF-02] [T48]', async () => {
  const { id } = await send();
  const otherPage = await openStream(portal, user);
  await user.api.call(readNotifications, { body: { ids: [id] } });
  await user.api.call(readNotifications, { body: { ids: [id] } });
  await otherPage.until('notifications.changed');
  otherPage.close();
  expect([await unreadOf(user), await unreadOf(installer), await unreadOf(staff)]).toEqual([
    [],
    ['Maintenance'],
    ['Maintenance'],
  ]);
  expect((await page()).notifications).toMatchObject([{ id, isRead: false }]);
  await staff.api.call(readNotifications, { body: { ids: [id] } });
  expect((await page()).notifications).toMatchObject([{ id, isRead: true }]);
});

test('a notification is gone when it has expired or was withdrawn, and staff still see it [NOTF-02]', async () => {
  const expiresAt = new Date(portal.clock.now().getTime() + 5 * MINUTE_MS).toISOString();
  await send({ title: 'For five minutes', expiresAt });
  const { id } = await send({ title: 'Withdrawn' });
  expect(await unreadOf(user)).toEqual(['Withdrawn', 'For five minutes']);
  await staff.api.call(withdrawNotification, { params: { id } });
  expect(await unreadOf(user)).toEqual(['For five minutes']);
  const path = `/api/support/notifications/${id}/withdraw`;
  expect((await rawCall(portal, { method: 'POST', path, person: staff })).status).toBe(404);
  portal.clock.set(new Date(portal.clock.now().getTime() + 5 * MINUTE_MS));
  expect(await unreadOf(user)).toEqual([]);
  expect((await page()).notifications.map(({ title }) => title)).toEqual(['Withdrawn', 'For five minutes']);
});

test('staff search by title, message and creator, filter by type, and page [NOTF-01]', async () => {
  await send({ title: '50%_off', type: 'error' });
  await send({ message: 'The gateway restarts.' });
  await send({ title: 'Third' });
  const found = async (query: Parameters<typeof page>[0]) =>
    (await page(query)).notifications.map(({ title, message }) => `${title}: ${message}`);
  expect(await found({ search: '%_O' })).toEqual(['50%_off: On Sunday.']);
  expect(await found({ search: 'GATEWAY' })).toEqual(['Maintenance: The gateway restarts.']);
  expect(await found({ search: staff.email.slice(0, 9) })).toHaveLength(3);
  expect(await found({ search: 'nothing like this' })).toEqual([]);
  expect(await found({ type: 'error' })).toEqual(['50%_off: On Sunday.']);
  const first = await page({ limit: 2 });
  const second = await page({ limit: 2, after: first.next! });
  expect([...first.notifications, ...second.notifications].map(({ title }) => title)).toEqual([
    'Third',
    'Maintenance',
    '50%_off',
  ]);
  expect(second.next).toBeNull();
});

test('a notification needs title and message; type is info, audience support [NOTF-02] [SUPL-04]', async () => {
  const create = (body: object) =>
    rawCall(portal, { method: 'POST', path: createNotification.path, person: staff, body });
  const made = await create({ title: ' Hello ', message: '<b>text</b>' });
  expect(made.json).toMatchObject({ title: 'Hello', message: '<b>text</b>', type: 'info', audience: 'support' });
  for (const [field, body] of Object.entries({
    'body.title': { title: ' ', message: 'x' },
    'body.message': { title: 'x', message: '' },
    'body.audience': { title: 'x', message: 'x', audience: 'everyone' },
    'body.expiresAt': { title: 'x', message: 'x', expiresAt: portal.clock.now().toISOString() },
  }))
    expect(refusalIn(await create(body)).field).toBe(field);
});

test('a repeat after a lost answer sends nothing, and the id of a colleague is refused [NOTF-02]', async () => {
  const colleague = await portal.person({ role: 'staff' });
  const body = { ...usual, title: 'Once only', id: randomUUID() };
  const [one, other] = await Promise.all([1, 2].map(() => staff.api.call(createNotification, { body })));
  expect(one).toEqual(other);
  const { notifications } = await page({ search: body.title });
  expect(notifications.map(({ id }) => id)).toEqual([body.id]);
  const stolen = await rawCall(portal, { method: 'POST', path: createNotification.path, person: colleague, body });
  expect(refusalIn(stolen)).toMatchObject({ code: 'conflict', field: 'body.id' });
});

test('creating and withdrawing write one audit entry each, without the words, and a deleted account no longer names the creator [AUD-01] [SET-03]', async () => {
  const author = await portal.person({ role: 'staff' });
  const { id } = await author.api.call(createNotification, { body: { ...usual, title: 'canary-quay' } });
  await author.api.call(withdrawNotification, { params: { id } });
  const { rows } = await sql<{ action: string; details: unknown; actorId: string }>`
    select action, details, actor_id from audit_log where subject_id = ${id} order by id`.execute(
    portal.test.database.sql,
  );
  expect(rows).toEqual([
    { action: 'notifications.create', details: { type: 'info', audience: 'all' }, actorId: author.id },
    { action: 'notifications.withdraw', details: { audience: 'all' }, actorId: author.id },
  ]);
  const body = { confirmation: 'delete my account' };
  await sql`update person set role = 'user' where id = ${author.id}`.execute(portal.test.database.sql);
  await rawCall(portal, { method: 'POST', path: '/api/account/delete', person: author, body });
  expect((await page()).notifications).toMatchObject([{ title: 'canary-quay', createdBy: null }]);
});
