// Runs once per test run: a single database server serves all test files.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pg from 'pg';

import { startEmbeddedPostgres } from '#platform/db/embedded-postgres';
import { createLog } from '#platform/log/log';

/** Tests create and discard schemas by the hundred. Only here is durability worthless. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '400',
  shared_buffers: '128MB',
  max_locks_per_transaction: '512',
};

/**
 * Honours TRACE_TEST_DATABASE_URL, so that the suite can run against any PostgreSQL. Otherwise starts the embedded
 * server.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TRACE_TEST_DATABASE_URL'] !== undefined) return undefined;
  const directory = await mkdtemp(path.join(tmpdir(), 'trace-test-'));
  const log = createLog({ level: 'error' });
  const postgres = await startEmbeddedPostgres({ directory, log, settings: fastSettings });
  await makeExtension(postgres.url);
  // Worker processes inherit the environment.
  process.env['TRACE_TEST_DATABASE_URL'] = postgres.url;
  return async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

/**
 * An extension belongs to the whole database, not to a schema. Migrations of several test files at once would race to
 * make it.
 */
async function makeExtension(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create extension if not exists pg_trgm with schema public');
  await client.end();
}
