import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';

import { checkDatabaseServer } from '#platform/db/server-check';
import { openDatabase } from '#platform/db/database';
import { createLog } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';
import { startPooler, type TransactionPooler } from '#testing/stand-ins/transaction-pooler';
import { testServerUrl } from '#testing/test-database';

const log = createLog({ level: 'silent' });
let pooler: TransactionPooler;
afterEach(() => pooler.stop());

test('refuses a pooler in transaction mode with a sentence about DATABASE_URL [SCALE-02]', async () => {
  pooler = await startPooler(testServerUrl());
  const problem: unknown = await checkDatabaseServer(pooler.urlOf(testServerUrl()), log).catch(
    (error: unknown) => error,
  );
  expect(problem).toBeInstanceOf(StartProblem);
  expect((problem as Error).message).toBe(
    'DATABASE_URL leads to a pooler in transaction or statement mode, which loses locks and notifications. ' +
      'Connect to PostgreSQL itself, or set pool_mode = session.',
  );
});

test('accepts PostgreSQL itself and a pooler in session mode as it comes, with limits of time in force [SCALE-02]', async () => {
  pooler = await startPooler(testServerUrl(), 'session');
  await checkDatabaseServer(testServerUrl(), log);
  const url = pooler.urlOf(testServerUrl());
  await checkDatabaseServer(url, log);
  const database = await openDatabase({ url, log });
  const { rows } = await sql`/* prepared: settings */
    select current_setting('timezone') as zone, current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`.execute(
    database.sql,
  );
  await database.stop();
  expect(rows).toEqual([{ zone: 'UTC', statement: '30s', lock: '10s', idle: '30s' }]);
});
