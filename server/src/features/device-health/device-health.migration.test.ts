import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#platform/db/migrate';
import { createLog } from '#platform/log/log';
import { migrationsDirectory } from '#testing/template-database';
import { testServerUrl } from '#testing/test-database';

const schema = `test_${randomBytes(6).toString('hex')}`;
const log = createLog({ level: 'silent' });
let client: pg.Client;
let directory: string;

beforeAll(async () => {
  client = new pg.Client({ connectionString: testServerUrl(), options: `-c search_path=${schema}` });
  await client.connect();
  await client.query(`create schema ${schema}`);
  directory = await mkdtemp(join(tmpdir(), 'trace-before-'));
});
afterAll(async () => {
  await client.query(`drop schema ${schema} cascade`);
  await client.end();
  await rm(directory, { recursive: true, force: true });
});

test('the keys of 0053 take every row from before, and the version before still stores [I-20]', async () => {
  const before = (await readdir(migrationsDirectory)).filter((name) => name < '0052');
  for (const name of before) await cp(join(migrationsDirectory, name), join(directory, name));
  await migrate({ url: testServerUrl(), schema, directory, log });
  const store = async (numbers: string): Promise<void> => {
    for (const insert of [
      `insert into device_event (device_id, boot, seq, kind, at, skewed, received_at) select 1, 1, n, 'panic', now(), false, now()`,
      `insert into device_log (device_id, boot, seq, level, text, at, received_at) select 1, 1, n, 'info', 'x', now(), now()`,
      `insert into position_skewed (device_id, boot, seq, received_at) select 1, 1, n, now()`,
    ])
      await client.query(`${insert} from ${numbers} as n on conflict do nothing`);
  };
  await store('generate_series(1, 1000)');

  await migrate({ url: testServerUrl(), schema, directory: migrationsDirectory, log });

  await store('generate_series(1000, 1001)');
  for (const table of ['device_event', 'device_log', 'position_skewed']) {
    const { rows } = await client.query(`select count(*)::int as count from ${table}`);
    expect([table, rows[0]]).toEqual([table, { count: 1_001 }]);
  }
});
