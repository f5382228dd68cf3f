import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase, type Database } from '#platform/db/database';
import { createLog } from '#platform/log/log';
import { testDatabase, type TestDatabase } from '#testing/test-database';
import { recordAudit } from './audit.ts';
import { sealAuditLog, verifyAuditLog } from './chain.ts';
import { deleteOldAuditEntries } from './chain.store.ts';

let db: TestDatabase;
/** As the role of the running server. */
let app: Database;
/** A superuser, whom triggers do not stop. */
let intruder: pg.Client;

beforeAll(async () => {
  db = await testDatabase();
  app = await openDatabase({ url: db.appUrl, schema: db.schema, log: createLog({ level: 'silent' }) });
  intruder = new pg.Client({ connectionString: db.url, options: `-c search_path=${db.schema}` });
  await intruder.connect();
  await intruder.query('set session_replication_role = replica');
});
afterAll(async () => {
  await intruder.end();
  await app.stop();
  await db.drop();
});
beforeEach(async () => {
  await intruder.query('truncate audit_log, audit_seal, audit_unsealed, audit_checkpoint restart identity');
});

const write = (details: Record<string, unknown> = {}): Promise<void> =>
  recordAudit(app.sql, {
    ...{ actorId: null, action: 'devices.rename', subject: { type: 'device', id: 'Trace_0001' } },
    ...{ details, requestId: 'r1', address: '203.0.113.7' },
  });

async function writeSealed(count: number): Promise<void> {
  for (let nth = 1; nth <= count; nth++) await write({ nth, "it's": ['ü', 1.5, null, '\u0001"\\'] });
  await sealAuditLog(app);
}

test('the role of the server can append to the log and its chain, and change or delete nothing [AUD-01] [I-22] [T26]', async () => {
  await writeSealed(2);
  for (const table of ['audit_log', 'audit_seal', 'audit_checkpoint'] as const) {
    for (const change of [
      sql`update ${sql.table(table)} set ${sql.ref(table === 'audit_log' ? 'action' : 'hash')} = null`,
      sql`delete from ${sql.table(table)}`,
      sql`truncate ${sql.table(table)}`,
      sql`drop table ${sql.table(table)}`,
      sql`alter table ${sql.table(table)} disable trigger all`,
    ])
      await expect(change.execute(app.sql)).rejects.toThrow(/permission denied|must be owner/);
  }
  await expect(sql`drop function refuse_audit_change() cascade`.execute(app.sql)).rejects.toThrow('must be owner');
  await expect(sql`set session_replication_role = replica`.execute(app.sql)).rejects.toThrow('permission denied');
  expect(await verifyAuditLog(app)).toMatchObject({ isIntact: true, entries: 2, unsealed: 0 });
});

test('entries written by many transactions at once join the chain once each [T26]', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, nth) => write({ nth })));
  await Promise.all([sealAuditLog(app), sealAuditLog(app)]);
  await write();
  expect(await verifyAuditLog(app)).toMatchObject({ isIntact: true, entries: 40, unsealed: 1 });
});

test('an entry whose transaction commits late joins the chain behind later entries [T26]', async () => {
  let commit = (): void => {};
  const late = app.transaction(async (tx) => {
    await recordAudit(tx, {
      ...{ actorId: null, action: 'late', subject: { type: 'x', id: null }, details: {} },
      ...{ requestId: null, address: null },
    });
    await new Promise<void>((resolve) => {
      commit = resolve;
      started();
    });
  });
  let started = (): void => {};
  await new Promise<void>((resolve) => (started = resolve));
  await writeSealed(1);
  commit();
  await late;
  await sealAuditLog(app);
  expect(await verifyAuditLog(app)).toMatchObject({ isIntact: true, entries: 2 });
});

test.each([
  ['a changed entry', `update audit_log set details = '{"nth": 9}' where id = 2`, /^Entry 2 at place 2 does not match/],
  ['a changed actor', `update audit_log set actor_id = gen_random_uuid() where id = 3`, /^Entry 3 at place 3 does not/],
  ['a changed time', `update audit_log set created_at = created_at - interval '1 s' where id = 1`, /^Entry 1 at/],
  ['a deleted entry', 'delete from audit_log where id = 2', /^Entry 2 at place 2 was deleted/],
  ['a deleted beginning', 'delete from audit_seal where number = 1', /^Places 1 to 1 of the chain are missing/],
  [
    'an entry beside the chain',
    `insert into audit_log (action, subject_type) values ('x', 'y')`,
    /^Entry 5 is neither/,
  ],
])('verification names %s [AUD-01] [T26]', async (_what, tampering, problem) => {
  await writeSealed(4);
  await intruder.query(tampering);
  expect(await verifyAuditLog(app)).toEqual({ isIntact: false, problem: expect.stringMatching(problem) as string });
});

test('a noted place reveals a chain that was cut off or written anew [T26]', async () => {
  await writeSealed(4);
  const verdict = await verifyAuditLog(app);
  if (!verdict.isIntact) throw new Error(verdict.problem);
  const noted = { number: verdict.head.number, hash: verdict.head.hash.toString('hex') };
  expect(await verifyAuditLog(app, noted)).toMatchObject({ isIntact: true });
  await intruder.query('delete from audit_log where id = 4; delete from audit_seal where number = 4');
  expect(await verifyAuditLog(app)).toMatchObject({ isIntact: true });
  expect(await verifyAuditLog(app, noted)).toMatchObject({
    problem: expect.stringContaining('before the place 4') as string,
  });
  await writeSealed(1);
  expect(await verifyAuditLog(app, noted)).toMatchObject({
    problem: expect.stringContaining('another hash') as string,
  });
});

test('retention deletes entries of three years alone, and the rest of the chain still verifies [RET-07]', async () => {
  await writeSealed(5);
  await intruder.query('truncate audit_seal; insert into audit_unsealed select id from audit_log');
  await intruder.query(`update audit_log set created_at = now() - interval '3 years 1 hour' where id in (1, 2, 5)`);
  await intruder.query(`update audit_log set created_at = now() - interval '3 years' + interval '1 hour' where id = 3`);
  await sealAuditLog(app);
  expect(await deleteOldAuditEntries(app.sql, 1)).toBe(1);
  expect(await deleteOldAuditEntries(app.sql, 100)).toBe(1);
  // Entry 5 stands behind a younger entry of the chain.
  expect(await deleteOldAuditEntries(app.sql, 100)).toBe(0);
  const { rows } = await sql`select id from audit_log order by id`.execute(app.sql);
  expect(rows).toHaveLength(3);
  expect(await verifyAuditLog(app)).toMatchObject({ isIntact: true, entries: 3, head: { number: 5 } });
  await write();
  await sealAuditLog(app);
  expect(await verifyAuditLog(app)).toMatchObject({ isIntact: true, entries: 4, head: { number: 6 } });
});
