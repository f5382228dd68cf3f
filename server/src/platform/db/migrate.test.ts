import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { migrate, migrationLockOf } from '#platform/db/migrate';
import { createLog } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';
import { VERSION } from '#platform/version/version';
import { testDatabase } from '#testing/test-database';
import type { TestDatabase } from '#testing/test-database';

const log = createLog({ level: 'silent' });
let db: TestDatabase;
let directory: string;
let client: pg.Client;

beforeEach(async () => {
  db = await testDatabase();
  directory = await mkdtemp(path.join(tmpdir(), 'trace-migrations-'));
  client = new pg.Client({ connectionString: db.url, options: `-c search_path=${db.schema}` });
  await client.connect();
  await client.query('delete from schema_migration');
});

afterEach(async () => {
  await client.end();
  await db.drop();
  await rm(directory, { recursive: true, force: true });
});

const write = (name: string, text: string) => writeFile(path.join(directory, name), text);
const run = () => migrate({ url: db.url, schema: db.schema, directory, log });

test('files are applied once, in the order of their names', async () => {
  await write('0002-second.sql', `insert into first_table values ('second')`);
  await write('0001-first.sql', `create table first_table (name text)`);
  expect(await run()).toEqual(['0001-first.sql', '0002-second.sql']);
  await write('0003-third.sql', `insert into first_table values ('third')`);
  expect(await run()).toEqual(['0003-third.sql']);
  const { rows } = await client.query('select name from first_table');
  expect(rows).toEqual([{ name: 'second' }, { name: 'third' }]);
});

test('servers that start together migrate once', async () => {
  await write('0001-first.sql', `create table once_only (name text)`);
  const results = await Promise.all([run(), run(), run()]);
  expect(results.flat()).toEqual(['0001-first.sql']);
});

test('says that another server migrates, and gives up with its process number after a limit [SCALE-02]', async () => {
  const lines: string[] = [];
  const loud = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } });
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid, pg_advisory_lock($1)', [
    migrationLockOf(db.schema),
  ]);
  const limited = migrate({ url: db.url, schema: db.schema, directory, log: loud, waitForOthersMs: 300 });
  await expect(limited).rejects.toThrow(`end it: select pg_terminate_backend(${rows[0]!.pid})`);
  expect(lines.filter((line) => line.includes('Another server migrates the database'))).toHaveLength(1);
  await client.query('select pg_advisory_unlock_all()');
  expect(await run()).toEqual([]);
});

test('a failing file leaves no change and stops the start', async () => {
  await write('0001-good.sql', `create table good (name text)`);
  await write('0002-bad.sql', `create table half (name text); select 1 / 0`);
  await expect(run()).rejects.toThrow('migration 0002-bad.sql failed');
  const { rows } = await client.query(`select to_regclass('good')::text as good, to_regclass('half') as half`);
  expect(rows).toEqual([{ good: 'good', half: null }]);
});

test('refuses a file that was changed after it was applied', async () => {
  await write('0001-first.sql', `create table first_table (name text)`);
  await run();
  await write('0001-first.sql', `create table first_table (name text, more text)`);
  await expect(run()).rejects.toThrow('migration 0001-first.sql was changed');
});

test('an old version names the version that upgraded the database, and what to do [SCALE-05]', async () => {
  // A database of before the versions were kept.
  await client.query('alter table schema_migration drop column version');
  await write('0001-first.sql', `create table first_table (name text)`);
  await run();
  await client.query(`update schema_migration set version = '7.8.9'`);
  await rm(path.join(directory, '0001-first.sql'));
  await expect(run()).rejects.toThrow(
    `This is Trace ${VERSION}, and the database was upgraded by Trace 7.8.9 (migration 0001-first.sql). Start the version`,
  );
  await client.query('update schema_migration set version = null');
  await expect(run()).rejects.toThrow('upgraded by a newer version of Trace (migration 0001-first.sql)');
  await expect(run()).rejects.toThrow(StartProblem);
});

test('a migration waits for a busy table without blocking the queue behind it', async () => {
  await write('0001-first.sql', `create table busy (name text)`);
  await run();
  await write('0002-alter.sql', `alter table busy add column more text`);
  await client.query('begin');
  await client.query('lock table busy in access share mode');
  const migrating = run();
  await expect
    .poll(async () => {
      const { rows } = await client.query(`select count(*)::int as waiting from pg_locks
        where not granted and relation = 'busy'::regclass`);
      return rows[0].waiting;
    })
    .toBe(1);
  await client.query('commit');
  expect(await migrating).toEqual(['0002-alter.sql']);
});

/** A schema without another server. */
async function alone(use: (schema: string) => Promise<void>): Promise<void> {
  const schema = `${db.schema}_alone`;
  await client.query(`create schema ${schema}`);
  try {
    await use(schema);
  } finally {
    await client.query(`drop schema ${schema} cascade`);
  }
}

test('a failing upgrade leaves the old state when no other server works on the database [SCALE-05] [I-20]', () =>
  alone(async (schema) => {
    const runAlone = (beforeUpgrade = async (): Promise<void> => {}) =>
      migrate({ url: db.url, schema, directory, log, beforeUpgrade });
    await write('0001-first.sql', `create table first_table (name text)`);
    let backups = 0;
    const count = async (): Promise<void> => void (backups += 1);
    await runAlone(count);
    await write('0002-good.sql', `create table good (name text)`);
    await write('0003-bad.sql', `select 1 / 0`);
    await expect(runAlone(count)).rejects.toThrow(
      /^The upgrade of the database stopped: migration 0003-bad.sql failed \(division by zero\).*the old version starts/,
    );
    const { rows } = await client.query(`select to_regclass('${schema}.good') as good`);
    expect(rows).toEqual([{ good: null }]);
    // A database without tables has nothing to lose.
    expect(backups).toBe(1);
    await rm(path.join(directory, '0002-good.sql'));
    await rm(path.join(directory, '0003-bad.sql'));
    expect(await runAlone(count)).toEqual([]);
    expect(backups).toBe(1);
  }));

test('an upgrade does not begin when the backup before it fails [SCALE-05]', () =>
  alone(async (schema) => {
    await write('0001-first.sql', `create table first_table (name text)`);
    await migrate({ url: db.url, schema, directory, log });
    await write('0002-second.sql', `create table second_table (name text)`);
    const beforeUpgrade = (): Promise<void> => Promise.reject(new Error('no space'));
    await expect(migrate({ url: db.url, schema, directory, log, beforeUpgrade })).rejects.toThrow('no space');
    const { rows } = await client.query(`select to_regclass('${schema}.second_table') as found`);
    expect(rows).toEqual([{ found: null }]);
  }));
