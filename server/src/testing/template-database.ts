// The migrated database that each test database is a copy of: a copy takes a sixth of the time of all migrations.
import { randomBytes } from 'node:crypto';
import path from 'node:path';

import pg from 'pg';

import { urlAs, type ApplicationRole } from '#platform/db/application-role';
import { migrate } from '#platform/db/migrate';
import { createLog } from '#platform/log/log';

export const migrationsDirectory = path.resolve(import.meta.dirname, '../../migrations');

/** The schema in the template. Each copy renames it, because tests find their connections by the schema's name. */
const TEMPLATE_SCHEMA = 'template';

/** The server of a test has the rights that it has in production. Roles belong to the whole database server. */
const testRole: ApplicationRole = { name: 'trace_test_app', password: 'trace_test_app' };

/** `url` with the role of the running server. */
export const urlOfApplication = (url: string): string => urlAs(url, testRole);

/** Creates the template in the server behind `url` and answers its name. */
export async function createTemplate(url: string): Promise<string> {
  const name = `trace_template_${randomBytes(6).toString('hex')}`;
  await runOnce(url, `create database ${name}`);
  await runOnce(databaseUrl(url, name), `create schema ${TEMPLATE_SCHEMA}`);
  const log = createLog({ level: 'error' });
  await migrate({
    url: databaseUrl(url, name),
    schema: TEMPLATE_SCHEMA,
    directory: migrationsDirectory,
    log,
    applicationRole: testRole,
  });
  return name;
}

/**
 * Copies the template to a new database and answers its url. `schemaNaming` then gives the schema of its tables a name
 * of its own.
 */
export async function copyTemplate(url: string, template: string, name: string): Promise<string> {
  // The other strategy writes each page to the log: three times as slow here.
  await serverOf(url).query(`create database ${name} template ${template} strategy file_copy`);
  return databaseUrl(url, name);
}

/** The statement that renames the schema of a copy. Any connection of the copy may run it. */
export const schemaNaming = (name: string): string => `alter schema ${TEMPLATE_SCHEMA} rename to ${name}`;

export async function dropDatabase(url: string, name: string): Promise<void> {
  await serverOf(url).query(`drop database ${name} with (force)`);
}

const servers = new Map<string, pg.Pool>();

/** Keeps a connection to the server for all databases of this process: a new one costs as much as a third of a copy. */
function serverOf(url: string): pg.Pool {
  const known = servers.get(url);
  if (known !== undefined) return known;
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The server ends before the process. The pool opens a new connection when a later statement needs it.
  pool.on('error', () => {});
  servers.set(url, pool);
  return pool;
}

/** The embedded server's url has no host, which the URL class refuses. */
const databaseUrl = (url: string, name: string): string => url.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${name}`);

export async function runOnce(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
