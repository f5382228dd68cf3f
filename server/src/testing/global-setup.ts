// Runs once per test run: a single database server serves all test files.
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres';
import { createLog } from '#platform/log/log';
import { createTemplate, dropDatabase, runOnce } from './template-database.ts';

/** Tests create and discard databases by the hundred. Only here is durability worthless. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '400',
  shared_buffers: '128MB',
  max_locks_per_transaction: '512',
  scram_iterations: '1',
};

/**
 * Honours TRACE_TEST_DATABASE_URL, so that the suite can run against any PostgreSQL whose role may create databases.
 * Otherwise starts the embedded server. Worker processes inherit the environment.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await openServer();
  await makeExtension(server.url);
  const template = await createTemplate(server.url);
  process.env['TRACE_TEST_DATABASE_URL'] = server.url;
  process.env['TRACE_TEST_TEMPLATE'] = template;
  return async () => {
    await dropDatabase(server.url, template);
    await server.stop();
  };
}

async function openServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const external = process.env['TRACE_TEST_DATABASE_URL'];
  if (external !== undefined) return { url: external, stop: async () => {} };
  const directory = await mkdtemp(path.join(await fastestFolder(), 'trace-test-'));
  const log = createLog({ level: 'error' });
  const postgres = await startEmbeddedPostgres({ directory, log, settings: fastSettings });
  await storePasswordAgain(postgres.url);
  const stop = async (): Promise<void> => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { url: postgres.url, stop };
}

/** The password of the owner was hashed before the settings applied. */
function storePasswordAgain(url: string): Promise<void> {
  const password = /^\w+:\/\/[^:]+:([^@]+)@/.exec(url)![1]!;
  return runOnce(url, `alter role current_user password '${password}'`);
}

const MEMORY_FOLDER = '/dev/shm';
/** A run needs some 300 MB: the template, a copy for each running test file, and the log. */
const ENOUGH_BYTES = 1_000_000_000;

/**
 * A copy of the template is 300 files. On a disk the system takes 5 times as long to create them, because files of
 * dropped databases lie in between. Containers often have 64 MB of shared memory, which is not enough.
 */
async function fastestFolder(): Promise<string> {
  const space = await statfs(MEMORY_FOLDER).catch(() => null);
  return space !== null && space.bavail * space.bsize > ENOUGH_BYTES ? MEMORY_FOLDER : tmpdir();
}

/**
 * An extension belongs to the whole database, not to a schema. Tests of migrations, which use the server's own
 * database, would race to make it.
 */
const makeExtension = (url: string): Promise<void> =>
  runOnce(url, 'create extension if not exists pg_trgm with schema public');
