// A database for a single test file in the server of the test run, migrated like the real database.
import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';

import { openDatabase } from '#platform/db/database';
import type { Database } from '#platform/db/database';
import { createLog } from '#platform/log/log';
import { copyTemplate, dropDatabase, schemaNaming, urlOfApplication } from './template-database.ts';

export interface TestDatabase {
  /** As the owner of the tables, for tests that look into them. */
  readonly url: string;
  /** As the role of the running server. */
  readonly appUrl: string;
  /** The schema of the tables. Its name is unique in the server, not in this database alone. */
  readonly schema: string;
  readonly database: Database;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

/** Needs vitest's globalSetup `server/src/testing/global-setup.ts`. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = await copyTemplate(testServerUrl(), fromSetup('TRACE_TEST_TEMPLATE'), name);
  const database = await openDatabase({ url, schema: name, log: createLog({ level: 'silent' }) });
  await sql.raw(schemaNaming(name)).execute(database.sql);
  const drop = async (): Promise<void> => {
    await database.stop();
    await dropDatabase(testServerUrl(), name);
  };
  return { url, appUrl: urlOfApplication(url), schema: name, database, drop };
}

/** The url of the test run's server, for tests that need connections of their own. */
export const testServerUrl = (): string => fromSetup('TRACE_TEST_DATABASE_URL');

function fromSetup(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`no ${name}: vitest needs globalSetup server/src/testing/global-setup.ts`);
  return value;
}
