// Brings the database to this version's shape: plain SQL files, forward only, each applied once.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type pg from 'pg';

import type { Log } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';
import { VERSION } from '#platform/version/version';

import { grantToApplication, type ApplicationRole } from './application-role.ts';
import { bareConnectionConfig, connectClient, connectPatiently } from './connection.ts';

export interface MigrateOptions {
  readonly url: string;
  readonly schema?: string;
  /** Holds `<number or time>-<feature>.sql`; applied in the order of their names. */
  readonly directory: string;
  readonly log: Log;
  /** How long to wait for another server that migrates. */
  readonly waitForOthersMs?: number;
  /** The role that the server works with afterwards. It gets its rights under the lock of the migrations. */
  readonly applicationRole?: ApplicationRole | undefined;
  /** Called under the lock when a database that has tables gets more migrations. An error ends the upgrade. */
  readonly beforeUpgrade?: () => Promise<void>;
}

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

const FILE_NAME = /^\d{4,14}-[a-z0-9-]+\.sql$/;

/** A single server migrates while the others wait. Any number works that no other advisory lock uses. */
const ADVISORY_LOCK = 7_216_180_301;

/** Returns the number of the advisory lock. Each schema has a lock of its own. */
export const migrationLockOf = (schema?: string): number =>
  schema === undefined ? ADVISORY_LOCK : ADVISORY_LOCK + createHash('sha256').update(schema).digest().readUInt32BE(0);

const LOOK_EVERY_MS = 200;
const LOG_EVERY_MS = 5_000;
/** A long migration of a large table may take minutes. */
const WAIT_FOR_OTHERS_MS = 10 * 60_000;

/** A migration that waits longer for a table lock blocks every later query, so it gives up and retries. */
const LOCK_TIMEOUT_MS = 1_000;
const LOCK_ATTEMPTS = 60;
const LOCK_PAUSE_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

/** @returns names of the files that were applied now. Throws when an applied file was changed or is missing. */
export async function migrate({ url, schema, directory, log, ...limits }: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const config = bareConnectionConfig({ url, purpose: 'migrations', ...(schema === undefined ? {} : { schema }) });
  const client = await connectPatiently(() =>
    connectClient(config, (error) => log.warn({ err: error }, 'Migration connection lost')),
  );
  try {
    await lockMigrations(client, {
      lock: migrationLockOf(schema),
      waitMs: limits.waitForOthersMs ?? WAIT_FOR_OTHERS_MS,
      log,
    });
    const applied = await readApplied(client);
    refuseChangedHistory(migrations, applied);
    const waiting = migrations.filter(({ name }) => !applied.has(name));
    if (waiting.length > 0 && applied.size > 0) await limits.beforeUpgrade?.();
    if (waiting.length > 0) await upgrade(client, waiting, { isAlone: await isAlone(client, schema), log });
    if (limits.applicationRole !== undefined) await grantToApplication(client, limits.applicationRole);
    return waiting.map(({ name }) => name);
  } finally {
    // The advisory lock ends with its session.
    await client.end();
  }
}

/** @throws StartProblem that names the session which holds the lock for too long */
async function lockMigrations(
  client: pg.Client,
  { lock, waitMs, log }: { lock: number; waitMs: number; log: Log },
): Promise<void> {
  const sinceMs = performance.now();
  let loggedMs = sinceMs;
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lock]);
    if (rows[0]?.locked === true) return;
    const nowMs = performance.now();
    if (nowMs - sinceMs >= waitMs) throw new StartProblem(describeHolder(await holderOf(client, lock)));
    if (loggedMs === sinceMs || nowMs - loggedMs >= LOG_EVERY_MS) {
      loggedMs = nowMs;
      log.warn(
        { holder: await holderOf(client, lock) },
        'Another server migrates the database, waiting for it to finish',
      );
    }
    await wait(LOOK_EVERY_MS);
  }
}

interface Holder {
  readonly pid: number;
  readonly application: string;
  readonly since: Date | null;
}

async function holderOf(client: pg.Client, lock: number): Promise<Holder | undefined> {
  const { rows } = await client.query<Holder>(
    `select a.pid, a.application_name as application, a.backend_start as since
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.database = (select oid from pg_database where datname = current_database())
      and l.objsubid = 1 and (l.classid::bigint << 32 | l.objid::bigint) = $1`,
    [lock],
  );
  return rows[0];
}

const describeHolder = (holder: Holder | undefined): string =>
  holder === undefined
    ? 'The database stayed locked by another server that migrates. Start again.'
    : `Another server has held the lock of migrations for too long (PostgreSQL process ${holder.pid}, '${holder.application}'). ` +
      `If it is not migrating, end it: select pg_terminate_backend(${holder.pid}).`;

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted();
  const strange = names.find((name) => !FILE_NAME.test(name));
  if (strange !== undefined) throw new Error(`migration '${strange}' is not named <number>-<feature>.sql`);
  return Promise.all(names.map((name) => readMigration(directory, name)));
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  const text = await readFile(path.join(directory, name), 'utf8');
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
}

interface Applied {
  readonly checksum: string;
  /** The version of Trace that applied the migration. Null in databases of before the versions were kept. */
  readonly version: string | null;
}

async function readApplied(client: pg.Client): Promise<Map<string, Applied>> {
  await client.query(`create table if not exists schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now(), version text)`);
  // An unneeded `add column if not exists` would wait for everyone who reads the table, such as a backup.
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migration'::regclass and attname = 'version' and not attisdropped`,
  );
  if (rowCount === 0) await client.query('alter table schema_migration add column version text');
  const { rows } = await client.query<Applied & { name: string }>(
    `select name, checksum, version from schema_migration order by name desc`,
  );
  return new Map(rows.map(({ name, ...applied }) => [name, applied]));
}

function describeNewer(name: string, version: string | null): string {
  const by = version === null ? 'a newer version of Trace' : `Trace ${version}`;
  return (
    `This is Trace ${VERSION}, and the database was upgraded by ${by} (migration ${name}). ` +
    'Start the version that upgraded the database or a newer one, or restore the backup from before the upgrade.'
  );
}

function refuseChangedHistory(migrations: Migration[], applied: Map<string, Applied>): void {
  const files = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, { checksum, version }] of applied) {
    const inFile = files.get(name);
    if (inFile === undefined) throw new StartProblem(describeNewer(name, version));
    if (inFile !== checksum)
      throw new Error(`migration ${name} was changed after it was applied: write a new one instead`);
  }
}

/** A connection that a process closes is listed for a moment longer. */
const ALONE_LOOKS = 3;
const ALONE_PAUSE_MS = 50;

/** Whether no other server process works on this database. Processes that wait to migrate do not count. */
async function isAlone(client: pg.Client, schema: string | undefined): Promise<boolean> {
  for (let look = 1; look <= ALONE_LOOKS; look += 1) {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and (application_name = $1 or starts_with(application_name, $1 || ' '))
        and not application_name like any (array['% migrations', '% role check', '% backup']) limit 1`,
      [schema === undefined ? 'trace' : `trace ${schema}`],
    );
    if (rows.length === 0) return true;
    await wait(ALONE_PAUSE_MS);
  }
  return false;
}

/**
 * Alone, all migrations are one transaction, so a failed upgrade leaves the old state. Beside other servers each has its
 * own, so that tables are locked for moments.
 */
async function upgrade(
  client: pg.Client,
  waiting: readonly Migration[],
  { isAlone: together, log }: { isAlone: boolean; log: Log },
): Promise<void> {
  for (const migrations of together ? [waiting] : waiting.map((migration) => [migration])) {
    const failed = await applyPatiently(client, migrations);
    if (failed !== null) throw new StartProblem(describeFailure(failed, together), { cause: failed.error });
    for (const { name } of migrations) log.info({ migration: name }, 'Migration applied');
  }
}

interface Failure {
  readonly name: string;
  readonly error: unknown;
}

function describeFailure({ name, error }: Failure, wasTogether: boolean): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `The upgrade of the database stopped: migration ${name} failed (${reason}). ${wasTogether ? TOGETHER : APART}`;
}

const TOGETHER = 'The database is as it was before, so the old version starts again.';
const APART =
  'Nothing of it was kept, and the migrations before it were. Running servers of the old version go on. To go back, restore the backup of your database server.';

/** Tries again while a table is locked by others. */
async function applyPatiently(client: pg.Client, migrations: readonly Migration[]): Promise<Failure | null> {
  for (let attempt = 1; ; attempt++) {
    const failure = await applyTogether(client, migrations);
    const isLocked = (failure?.error as { code?: unknown } | undefined)?.code === LOCK_NOT_AVAILABLE;
    if (!isLocked || attempt === LOCK_ATTEMPTS) return failure;
    await wait(LOCK_PAUSE_MS);
  }
}

async function applyTogether(client: pg.Client, migrations: readonly Migration[]): Promise<Failure | null> {
  let current = '';
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    for (const { name, text, checksum } of migrations) {
      current = name;
      await client.query(text);
      await client.query('insert into schema_migration (name, checksum, version) values ($1, $2, $3)', [
        name,
        checksum,
        VERSION,
      ]);
    }
    await client.query('commit');
    return null;
  } catch (error) {
    // A connection that cannot even roll back is lost, and its transaction with it.
    await client.query('rollback').catch(() => {});
    return { name: current, error };
  }
}
