import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { isConnectionLost, openDatabase, type Database } from '#platform/db/database';
import { createLog } from '#platform/log/log';
import { startPooler, type TransactionPooler } from '#testing/stand-ins/transaction-pooler';
import { testServerUrl } from '#testing/test-database';

/** A pool of one connection for queries, and one for transactions. */
const ONE_OF_EACH = 2;
/** Longer than the wait for an answer, and shorter than two such waits. */
const PATIENCE_MS = 60_000;

let pooler: TransactionPooler;
let database: Database;
beforeEach(async () => {
  pooler = await startPooler(testServerUrl(), 'session');
  const url = pooler.urlOf(testServerUrl());
  database = await openDatabase({ url, maxConnections: ONE_OF_EACH, log: createLog({ level: 'silent' }) });
});
afterEach(async () => {
  vi.useRealTimers();
  await pooler.stop();
  await database.stop();
});

const one = sql<{ one: number }>`select 1 as one`;
type Ask = () => Promise<{ rows: unknown[] }>;

test.each<[string, () => Promise<Ask>]>([
  ['a query', async () => () => one.execute(database.sql)],
  ['a transaction', async () => () => database.transaction((tx) => one.execute(tx))],
  [
    'a lane',
    async () => {
      const lane = await database.lane('vanished');
      return () => lane.transaction(({ executor }) => one.execute(executor));
    },
  ],
])('%s gets a new connection after the database vanished, and waits once [SCALE-02] [I-06]', async (_, make) => {
  const ask = await make();
  await ask();
  pooler.vanish();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const failed = vi.fn<(error: unknown) => void>();
  const asked = ask().catch(failed);
  for (let passedMs = 0; passedMs < PATIENCE_MS; passedMs += 1_000) await vi.advanceTimersByTimeAsync(1_000);
  expect(failed.mock.calls.map(([error]) => isConnectionLost(error))).toEqual([true]);
  await asked;
  vi.useRealTimers();
  expect((await ask()).rows).toEqual([{ one: 1 }]);
});
