import { randomUUID } from 'node:crypto';
import { getAnnouncement, listRecentUpdates } from '@trace/contract/recent-updates/recent-updates.api';
import {
  createUpdate,
  deleteUpdate,
  editUpdate,
  listManagedUpdates,
} from '@trace/contract/recent-updates/recent-updates.staff.api';
import type { ManagedUpdate, UpdateFields } from '@trace/contract/recent-updates/recent-updates.staff.schema';
import { managedUpdatesTexts as texts } from '@trace/contract/recent-updates/recent-updates.staff.texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';

let portal: Portal;
let staff: SignedIn;
beforeAll(async () => {
  portal = await startPortal();
  staff = await portal.person({ role: 'staff' });
});
afterAll(() => portal.stop());
beforeEach(() => sql`delete from recent_updates`.execute(portal.test.database.sql));

const usual: UpdateFields = {
  title: 'Maintenance',
  description: 'On Sunday from 2 am.',
  type: 'announcement',
  isNew: true,
  isActive: true,
  outage: null,
};

function create(change: Partial<UpdateFields> = {}): Promise<ManagedUpdate> {
  portal.clock.set(new Date(portal.clock.now().getTime() + 1_000));
  return staff.api.call(createUpdate, { body: { ...usual, ...change } });
}

const feed = async () => (await portal.stranger.call(listRecentUpdates, {})).updates;
const banner = async () => (await portal.stranger.call(getAnnouncement, {})).announcement;
const list = (query: { limit: number; after?: string } = { limit: 20 }) =>
  staff.api.call(listManagedUpdates, { query });

test('an update of staff appears in the feeds and in the banner, and leaves both when edited or deleted [UPD-01] [LAND-03] [FEED-01]', async () => {
  const words = { title: '<b>مرحبا</b>', description: '<img src=x onerror=alert(1)> 🛰️' };
  const update = await create(words);
  expect(update).toMatchObject({ ...words, createdBy: staff.email, version: 1 });
  expect(await feed()).toMatchObject([{ id: update.id, ...words, isNew: true }]);
  expect(await banner()).toEqual({ id: update.id, description: words.description });

  const { id, version } = update;
  const edit = { ...usual, type: 'bugfix' as const, isNew: false, version };
  const edited = await staff.api.call(editUpdate, { params: { id }, body: edit });
  expect(edited).toMatchObject({ type: 'bugfix', isNew: false, version: 2, publishedAt: update.publishedAt });
  expect(await banner()).toBeNull();
  expect(await feed()).toMatchObject([{ title: 'Maintenance', type: 'bugfix' }]);

  await staff.api.call(editUpdate, { params: { id }, body: { ...edit, isActive: false, version: 2 } });
  expect(await feed()).toEqual([]);
  expect(await list()).toMatchObject({ total: 1, updates: [{ id, isActive: false }] });
  await staff.api.call(deleteUpdate, { params: { id } });
  expect(await list()).toEqual({ total: 0, updates: [], next: null });
});

test('a repeat after a lost answer publishes nothing, and the id of a colleague is refused [UPD-01]', async () => {
  const colleague = await portal.person({ role: 'staff' });
  const body = { ...usual, id: randomUUID() };
  const [published, repeated] = await Promise.all([1, 2].map(() => staff.api.call(createUpdate, { body })));
  expect(repeated).toEqual(published);
  expect(await list()).toMatchObject({ total: 1, updates: [{ id: body.id }] });
  const stolen = await rawCall(portal, { method: 'POST', path: createUpdate.path, person: colleague, body });
  expect(refusalIn(stolen)).toMatchObject({ code: 'conflict', field: 'body.id' });
});

test('an announcement can name a planned outage that ends after its start [UPD-01]', async () => {
  const outage = { startsAt: '2026-11-26T02:00:00.000Z', endsAt: '2026-11-26T03:00:00.000Z' };
  const { id, version } = await create({ outage });
  expect((await list()).updates).toMatchObject([{ outage }]);
  const edited = await staff.api.call(editUpdate, { params: { id }, body: { ...usual, version } });
  expect(edited.outage).toBeNull();
  const reversed = { startsAt: outage.endsAt, endsAt: outage.startsAt };
  const body = { ...usual, outage: reversed };
  const refused = await rawCall(portal, { method: 'POST', path: createUpdate.path, person: staff, body });
  expect([refused.status, refusalIn(refused).field]).toEqual([400, 'body.outage.endsAt']);
});

test('refuses an edit that began before the last one, and keeps the last one [UPD-01]', async () => {
  const { id, version } = await create();
  const colleague = await portal.person({ role: 'staff' });
  const path = `/api/support/updates/${id}`;
  const edit = (person: SignedIn, title: string) =>
    rawCall(portal, { method: 'PUT', path, person, body: { ...usual, title, version } });
  const answers = await Promise.all([edit(staff, 'On Monday'), edit(colleague, 'On Tuesday')]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)!.text).toContain(texts.stale);
  const saved = answers.find(({ status }) => status === 200)!.json as ManagedUpdate;
  expect((await list()).updates).toEqual([saved]);
});

test.each([
  ['no title', { ...usual, title: ' ' }],
  ['no description', { ...usual, description: '\n' }],
  ['a long title', { ...usual, title: 'x'.repeat(121) }],
  ['an unknown type', { ...usual, type: 'gossip' }],
])('refuses an update with %s [UPD-01]', async (_, body) => {
  expect(await rawCall(portal, { method: 'POST', path: '/api/support/updates', person: staff, body })).toMatchObject({
    status: 400,
  });
  expect((await list()).total).toBe(0);
});

test('lists in pages, newest published first, with the number of all updates [UPD-01]', async () => {
  for (const title of ['one', 'two', 'three']) await create({ title });
  const first = await list({ limit: 2 });
  expect(first).toMatchObject({ total: 3, updates: [{ title: 'three' }, { title: 'two' }] });
  const second = await list({ limit: 2, after: first.next! });
  expect(second).toMatchObject({ total: 3, updates: [{ title: 'one' }], next: null });
  expect((await rawCall(portal, { path: '/api/support/updates?after=1.x', person: staff })).status).toBe(400);
});

test('only staff publish, and a deleted account no longer names the author [UPD-01] [T29] [SET-03]', async () => {
  const author = await portal.person({ role: 'staff' });
  for (const person of [await portal.person(), await portal.person({ role: 'installer' }), undefined]) {
    const answer = await rawCall(portal, {
      method: 'POST',
      path: '/api/support/updates',
      body: usual,
      ...(person && { person }),
    });
    expect(answer.status).toBe(person ? 403 : 401);
  }
  await author.api.call(createUpdate, { body: usual });
  // Accounts of staff are not deleted, those of former staff are.
  await sql`update person set role = 'user' where id = ${author.id}`.execute(portal.test.database.sql);
  const left = await rawCall(portal, {
    method: 'POST',
    path: '/api/account/delete',
    person: author,
    body: { confirmation: 'delete my account' },
  });
  expect(left.status).toBe(200);
  expect((await list()).updates).toMatchObject([{ title: 'Maintenance', createdBy: null }]);
});
