import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openDatabase } from '#platform/db/database';
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres';
import { describeInitdbFailure } from '#platform/db/embedded/embedded-cluster';
import { processesIn } from '#platform/db/embedded/embedded-directory-lock';
import { createLog } from '#platform/log/log';

// Each test makes a database with every write on disk, which a busy disk stretches.
vi.setConfig({ testTimeout: 60_000 });

const log = createLog({ level: 'silent' });
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'trace-embedded-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('committed rows are present after a stop and a start [SCALE-01]', async () => {
  const first = await startEmbeddedPostgres({ directory, log });
  await query(first.url, 'create table kept as select 1 as one');
  await first.stop();
  expect(processesIn(path.join(directory, 'data'))).toEqual([]);

  const second = await startEmbeddedPostgres({ directory, log });
  expect(await query(second.url, 'select one from kept')).toEqual([{ one: 1 }]);
  expect(await query(second.url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
  expect(await query(second.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
  await second.stop();
});

test('a database that cannot be made is one sentence with the cause [SCALE-01]', () => {
  const output =
    'creating configuration files ... ok\nrunning bootstrap script ... 2026-11-25 05:00:00.000 UTC [7] FATAL:  could not resize shared memory segment "/PostgreSQL.1" to 1048576 bytes: No space left on device\nchild process exited with exit code 1\ninitdb: removing contents of data directory\n';
  expect(describeInitdbFailure(output)).toMatch(
    /^The embedded database cannot be made: .*could not resize shared memory segment.*DATABASE_URL\.$/,
  );
  expect(describeInitdbFailure(output)).not.toContain('\n');
});

test('restarts a database killed with kill -9, and the pool recovers [SCALE-01]', async () => {
  const postgres = await startEmbeddedPostgres({ directory, log });
  const database = await openDatabase({ url: postgres.url, log });
  try {
    await sql`create table kept as select 1 as one`.execute(database.sql);
    const killed = postgres.pid;
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => postgres.pid).not.toBe(killed);
    await expect.poll(async () => (await sql`select one from kept`.execute(database.sql)).rows).toEqual([{ one: 1 }]);
  } finally {
    await database.stop();
    await postgres.stop();
  }
});

test('a server killed with kill -9 ends its database, and the next start recovers [SCALE-01]', async () => {
  const program = `
    import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres';
    import { createLog } from '#platform/log/log';
    const postgres = await startEmbeddedPostgres({ directory: process.argv[1], log: createLog({ level: 'silent' }) });
    console.log(postgres.url);
    setInterval(() => {}, 1000);`;
  const server = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program, directory], {
    cwd: path.resolve(import.meta.dirname, '../../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  await query(url, 'create table kept as select 1 as one');
  await expect(startEmbeddedPostgres({ directory, log })).rejects.toThrow('Another Trace server is running');

  server.kill('SIGKILL');
  await once(server, 'exit');
  const next = await startEmbeddedPostgres({ directory, log });
  expect(await query(next.url, 'select one from kept')).toEqual([{ one: 1 }]);
  await next.stop();
});

test('starts despite lock files that name another process', async () => {
  const first = await startEmbeddedPostgres({ directory, log });
  await first.stop();
  await writeFile(path.join(directory, 'data', 'postmaster.pid'), `${process.pid}\n${directory}/data\n`);
  await writeFile(path.join(directory, 's', '.s.PGSQL.5432.lock'), `${process.pid}\n`);
  const second = await startEmbeddedPostgres({ directory, log });
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await second.stop();
});

test('files of a crash in the middle of the first start are made anew', async () => {
  const half = path.join(directory, 'data.unfinished');
  await writeFile(path.join(directory, 'password'), 'half');
  await writeFile(half, 'half');
  const postgres = await startEmbeddedPostgres({ directory, log });
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await postgres.stop();
});

test('a folder with a long name, a space, a comma and a quote is served over the loopback', async () => {
  const long = path.join(directory, `it's a, "folder" ${'x'.repeat(90)}`);
  const postgres = await startEmbeddedPostgres({ directory: long, log });
  expect(new URL(postgres.url).hostname).toBe('127.0.0.1');
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await postgres.stop();

  const strange = path.join(directory, `it's a, "b"`);
  const bySocket = await startEmbeddedPostgres({ directory: strange, log });
  expect(bySocket.url).toContain('host=');
  expect(await query(bySocket.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await bySocket.stop();
});

test('a machine that vanishes holds its locks for eight seconds, not for thirty [SCALE-02] [I-06]', async () => {
  const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'x'.repeat(120)), log });
  const database = await openDatabase({ url: postgres.url, log });
  const { rows } = await sql`
    select current_setting('tcp_keepalives_idle') as idle, current_setting('tcp_keepalives_interval') as interval,
      current_setting('tcp_keepalives_count') as count, current_setting('tcp_user_timeout') as unanswered`.execute(
    database.sql,
  );
  await database.stop();
  await postgres.stop();
  expect(rows).toEqual([{ idle: '5', interval: '1', count: '3', unanswered: '8000' }]);
});
