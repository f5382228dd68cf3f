import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit } from '#platform/audit/audit';
import { sealAuditLog } from '#platform/audit/chain';
import { openDatabase } from '#platform/db/database';
import { migrate } from '#platform/db/migrate';
import { createLog } from '#platform/log/log';
import { openConsole, type Console, type Ran } from '#testing/console';
import { migrationsDirectory } from '#testing/template-database';

let operator: Console;
let beforeStart: Ran;
beforeAll(async () => {
  operator = await openConsole('audit');
  beforeStart = await operator.run('verify');
  const log = createLog({ level: 'silent' });
  await migrate({ url: operator.databaseUrl, directory: migrationsDirectory, log });
  const database = await openDatabase({ url: operator.databaseUrl, log });
  for (const id of ['a', 'b', 'c'])
    await recordAudit(database.sql, {
      ...{ actorId: null, action: 'devices.rename', subject: { type: 'device', id }, details: {} },
      ...{ requestId: null, address: null },
    });
  await sealAuditLog(database);
  await database.stop();
});
afterAll(() => operator.close());

test('the console verifies the audit log, prints a place to note, and names the first changed entry [AUD-01] [T26]', async () => {
  const intact = await operator.run('verify');
  expect(intact).toMatchObject({ code: 0, complaint: '' });
  expect(intact.out).toContain('The audit log is intact: 3 entries in the chain, 0 wait for it.');
  const [, number, hash] = /: (\d+) ([0-9a-f]{64})\n$/.exec(intact.out)!;
  expect((await operator.run('verify', number!, hash!)).code).toBe(0);
  expect(await operator.run('verify', number!, '0'.repeat(64))).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('another hash than you noted') as string,
  });
  await operator.query(
    `set session_replication_role = replica; update audit_log set subject_id = 'x' where subject_id = 'b'`,
  );
  expect(await operator.run('verify')).toEqual({
    code: 1,
    out: '',
    complaint: 'The audit log was changed. Entry 2 at place 2 does not match its hash: devices.rename by the server.\n',
  });
});

test('a database without tables has no audit log yet', () => {
  expect(beforeStart).toEqual({
    ...{ code: 1, out: '' },
    complaint: 'The database has no audit log yet. Start the server, which makes its tables: npm start.\n',
  });
});

test('the console explains itself when the arguments are wrong', async () => {
  for (const args of [[], ['check'], ['verify', '1'], ['verify', 'x', 'y']])
    expect(await operator.run(...args)).toMatchObject({
      code: 2,
      complaint: expect.stringContaining('Usage') as string,
    });
});
