// A database for a single test file: its own schema in the server of the test run, migrated like the real database.
import { randomBytes } from 'node:crypto';
import path from 'node:path';

import pg from 'pg';

import { openDatabase } from '#platform/db/database';
import type { Database } from '#platform/db/database';
import { migrate } from '#platform/db/migrate';
import { createLog } from '#platform/log/log';

export interface TestDatabase {
  readonly url: string;
  readonly schema: string;
  readonly database: Database;
  /** Closes the connections and removes the schema. */
  drop(): Promise<void>;
}

export const migrationsDirectory = path.resolve(import.meta.dirname, '../../migrations');

/** Needs vitest's globalSetup `server/src/testing/global-setup.ts`, or TRACE_TEST_DATABASE_URL. */
export async function testDatabase(): Promise<TestDatabase> {
  const url = testServerUrl();
  const schema = `test_${randomBytes(6).toString('hex')}`;
  const log = createLog({ level: 'silent' });
  await runOnce(url, `create schema ${schema}`);
  await migrate({ url, schema, directory: migrationsDirectory, log });
  const database = await openDatabase({ url, schema, log });
  const drop = async (): Promise<void> => {
    await database.stop();
    await runOnce(url, `drop schema ${schema} cascade`);
  };
  return { url, schema, database, drop };
}

/** The url of the test run's server, for tests that need connections of their own. */
export function testServerUrl(): string {
  const url = process.env['TRACE_TEST_DATABASE_URL'];
  if (url === undefined)
    throw new Error('no test database: vitest needs globalSetup server/src/testing/global-setup.ts');
  return url;
}

async function runOnce(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
