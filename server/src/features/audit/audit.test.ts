import { listAuditLog } from '@trace/contract/audit/audit.api';
import { auditActionKind, auditRules } from '@trace/contract/audit/audit.rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';

let portal: Portal;
let staff: SignedIn;
beforeAll(async () => {
  portal = await startPortal();
  staff = await portal.person({ role: 'staff' });
});
afterAll(() => portal.stop());

/** Inserts entries of an action, one for each target id. */
const write = (action: string, ids: readonly string[], type = 'ship', actorId: string | null = null) =>
  sql`insert into audit_log (action, actor_id, subject_type, subject_id, details)
    select ${action}, ${actorId}::uuid, ${type}, id, jsonb_build_object('nth', nth)
    from unnest(${[...ids]}::text[]) with ordinality as given (id, nth)`.execute(portal.test.database.sql);

const list = (query: { search?: string; after?: string } = {}) => staff.api.call(listAuditLog, { query });
const idsFor = async (search: string) => (await list({ search })).entries.map(({ targetId }) => targetId);

test('pages through the log, newest first, with the count on the first page [AUD-01]', async () => {
  await write(
    'ships.create',
    Array.from({ length: auditRules.pageSize + 20 }, (_, nth) => `ship-${nth}`),
  );
  const first = await list({ search: 'ships.create' });
  expect(first.entries).toHaveLength(auditRules.pageSize);
  expect(first.entries[0]).toMatchObject({ action: 'ships.create', targetType: 'ship', targetId: 'ship-119' });
  expect(first.entries[0]).toMatchObject({ staffEmail: null, actorId: null, details: { nth: 120 } });
  expect(first.total).toEqual({ count: 120, isMore: false });
  const second = await list({ search: 'ships.create', after: first.next! });
  expect([second.entries.length, second.next, second.total]).toEqual([20, null, null]);
  expect(second.entries.at(-1)!.targetId).toBe('ship-0');

  const whole = await list();
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_log`.execute(
    portal.test.database.sql,
  );
  expect(whole.total).toEqual({ count: rows[0]!.count, isMore: false });
  // The read itself is the newest entry (SUPL-06).
  expect(whole.entries[0]).toMatchObject({ action: 'audit.list', staffEmail: staff.email });
});

test('finds entries by action, target type, staff email and the beginning of a target id, literally [AUD-01]', async () => {
  const other = await portal.person({ role: 'staff' });
  await write('boats.remove', ['B-1', 'B-2'], 'boat');
  await write('x', ['C_1', 'C%2', 'Cx3'], 'kayak', other.id);
  expect(await idsFor('BOATS.rem')).toEqual(['B-2', 'B-1']);
  expect(await idsFor('kaya')).toEqual(['Cx3', 'C%2', 'C_1']);
  expect(await idsFor('b-1')).toEqual(['B-1']);
  expect(await idsFor('c_')).toEqual(['C_1']);
  expect(await idsFor('C%')).toEqual(['C%2']);
  const { entries } = await list({ search: other.email });
  expect(entries.map(({ targetId, staffEmail }) => [targetId, staffEmail])).toEqual([
    ['Cx3', other.email],
    ['C%2', other.email],
    ['C_1', other.email],
  ]);
  expect(await list({ search: 'no such thing' })).toEqual({
    entries: [],
    next: null,
    total: { count: 0, isMore: false },
  });
});

test('a search counts up to a limit [AUD-01]', async () => {
  const { mostCounted } = auditRules;
  await write(
    'many.update',
    Array.from({ length: mostCounted + 5 }, (_, nth) => `many-${nth}`),
  );
  expect((await list({ search: 'many.update' })).total).toEqual({ count: mostCounted, isMore: true });
});

test.each([
  ['devices.create', 'create'],
  ['INSERT', 'create'],
  ['devices.update', 'update'],
  ['modify_user', 'update'],
  ['accounts.delete', 'delete'],
  ['device.remove', 'delete'],
  ['tickets.read', 'view'],
  ['view_device', 'view'],
  ['auth.endSession', 'other'],
])('the action %s is of the kind %s [AUD-01]', (action, kind) => {
  expect(auditActionKind(action)).toBe(kind);
});

test.each(['?after=1;', '?after=-1', `?search=${'x'.repeat(101)}`])('refuses the query %s [AUD-01]', async (query) => {
  expect((await rawCall(portal, { path: `${listAuditLog.path}${query}`, person: staff })).status).toBe(400);
});

test('new entries join the chain within seconds [AUD-01] [I-22]', async () => {
  await portal.clock.advance(6_000);
  const { rows } = await sql`select from audit_unsealed`.execute(portal.test.database.sql);
  expect(rows).toEqual([]);
});
