import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#testing/test-database';
import type { TestDatabase } from '#testing/test-database';
import { recordActivity } from './activity.ts';
import { recordAudit, recordDenied, recordRead } from './audit.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const actorId = '0195f3a0-0000-7000-8000-000000000001';
const entry = {
  actorId,
  action: 'devices.rename',
  subject: { type: 'device', id: 'Trace_0001' },
  details: { nickname: 'Boat' },
  requestId: 'r1',
  address: '203.0.113.7',
};

const auditRows = async (): Promise<unknown[]> => {
  const { rows } = await sql`
    select actor_id, action, subject_type, subject_id, details, request_id, ip_address
    from audit_log order by id`.execute(db.database.sql);
  return rows;
};

test('the audit log is append-only: entries cannot be changed or deleted [GUARD-07]', async () => {
  await recordAudit(db.database.sql, entry);
  const { sql: executor } = db.database;
  for (const change of [
    sql`update audit_log set action = 'nothing'`,
    sql`update audit_log set action = 'nothing' where false`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ]) {
    await expect(change.execute(executor)).rejects.toThrow('append-only');
  }
  expect(await auditRows()).toEqual([
    {
      actorId,
      action: 'devices.rename',
      subjectType: 'device',
      subjectId: 'Trace_0001',
      details: { nickname: 'Boat' },
      requestId: 'r1',
      ipAddress: '203.0.113.7',
    },
  ]);
});

test('an audit entry is stored only if its transaction commits [GUARD-07]', async () => {
  const before = (await auditRows()).length;
  const work = db.database.transaction(async (tx) => {
    await recordAudit(tx, entry);
    throw new Error('the work fails');
  });
  await expect(work).rejects.toThrow('the work fails');
  expect(await auditRows()).toHaveLength(before);
});

test('a refusal is logged with actor, endpoint and reason, and long path parameters are cut [GUARD-07]', async () => {
  const params = { serial: 'x'.repeat(5_000) };
  const call = { endpoint: 'devices.rename', params, status: 404, code: 'not_found', requestId: 'r2' };
  await recordDenied(db.database.sql, { actorId, ...call, address: '203.0.113.7' });
  expect((await auditRows()).at(-1)).toMatchObject({
    actorId,
    action: 'authz_denied',
    subjectType: 'endpoint',
    subjectId: 'devices.rename',
    details: { params: { serial: 'x'.repeat(100) }, status: 404, code: 'not_found' },
  });
});

test('a read of staff is logged with what the path names, but not with the text of a search [SUPL-06]', async () => {
  const call = { endpoint: 'devices.read', requestId: 'r3', address: '203.0.113.7' };
  const query = { search: 'mia@home.example', status: 'x'.repeat(5_000), after: undefined };
  await recordRead(db.database.sql, { actorId, ...call, params: { serial: 'Trace_0001' }, query });
  expect((await auditRows()).at(-1)).toMatchObject({
    actorId,
    action: 'devices.read',
    subjectType: 'devices',
    subjectId: 'Trace_0001',
    details: { query: { status: 'x'.repeat(100), search: '16 characters' } },
  });
});

test("writes a session's login once per day, and every other action each time [SESS-01]", async () => {
  const at = new Date('2026-03-02T12:00:00Z');
  const who = { accountId: actorId, email: 'ada@example.com', address: '::1', userAgent: '', details: {}, at };
  const visit = { sessionId: actorId, day: '2026-03-02' };
  const { sql: executor } = db.database;
  await Promise.all([1, 2, 3].map(() => recordActivity(executor, { action: 'login', ...who, visit })));
  await recordActivity(executor, { action: 'login', ...who, visit: { ...visit, day: '2026-03-03' } });
  await recordActivity(executor, { action: 'failed_login', ...who });
  await recordActivity(executor, { action: 'failed_login', ...who });
  const { rows } = await sql`
    select action, day, created_at from user_activity_logs order by id`.execute(executor);
  expect(rows).toEqual([
    { action: 'login', day: '2026-03-02', createdAt: at },
    { action: 'login', day: '2026-03-03', createdAt: at },
    { action: 'failed_login', day: null, createdAt: at },
    { action: 'failed_login', day: null, createdAt: at },
  ]);
});
