import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#platform/log/log';
import { eventually } from '#testing/eventually';
import { copyTemplate, dropDatabase, migrationsDirectory, runOnce, schemaNaming } from '#testing/template-database';
import { testServerUrl } from '#testing/test-database';
import { PARTITION_LOCK, urlAs } from './application-role.ts';
import { migrate } from './migrate.ts';

const log = createLog({ level: 'silent' });
const suffix = randomBytes(6).toString('hex');
const [name, owner, application] = [`role_${suffix}`, `owner_${suffix}`, `app_${suffix}`];

let url: string;
beforeAll(async () => {
  url = await copyTemplate(testServerUrl(), process.env['TRACE_TEST_TEMPLATE']!, name);
  await runOnce(url, schemaNaming(name));
  await runOnce(url, `create role ${owner} login password 'p'; create role ${application} login`);
  await runOnce(url, `create schema own authorization ${owner}; alter role ${owner} set search_path to own`);
});
afterAll(async () => {
  await dropDatabase(testServerUrl(), name);
  await runOnce(testServerUrl(), `drop role ${owner}; drop role ${application}`);
});

const start = () =>
  migrate({
    ...{ url: urlAs(url, { name: owner, password: 'p' }), schema: 'own', directory: migrationsDirectory, log },
    applicationRole: { name: application, password: null },
  });

test('names the missing membership of the owner, and starts with it [SCALE-02]', async () => {
  await expect(start()).rejects.toThrow(`run: grant "${application}" to "${owner}";`);
  await runOnce(url, `grant ${application} to ${owner}`);
  expect(await start()).toEqual([]);
});

test('starts while another server process makes a partition of positions [SCALE-02]', async () => {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query(`set role ${application}; begin`);
  await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [PARTITION_LOCK]);
  await other.query(`
    create table own.position_20300101 partition of own.position for values from ('2030-01-01') to ('2030-01-02')`);
  const started = start();
  await eventually(
    async () => (await other.query('select from pg_locks where not granted')).rowCount,
    (count) => count === 1,
  );
  await other.query('commit');
  await other.end();
  expect(await started).toEqual([]);
});
