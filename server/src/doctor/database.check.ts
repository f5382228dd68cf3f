import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describeUnfinishedRestore } from '#platform/backup/restored-place';
import { blamingOwner, databaseStartReason } from '#platform/db/embedded/database-start-reason';
import { inspectDatabase, type DatabaseFacts } from '#platform/db/inspection';
import { checkDatabaseServer } from '#platform/db/server-check';
import { StartProblem } from '#platform/refusal/start-problem';
import type { Context } from './context.ts';
import { codeOf, fail, ok, warn, type Found } from './finding.ts';

const OLDEST_VERSION = 150_000;
/** About what one server process uses. */
const CONNECTIONS_PER_PROCESS = 25;
const CLOCK_WARN_MS = 1_000;
const CLOCK_FAIL_MS = 60_000;

const migrations = resolve(import.meta.dirname, '../../migrations');

export async function checkDatabase({ config, databaseUrl, facts, server, log }: Context): Promise<Found[]> {
  if (databaseUrl === null) return missingDatabase(config.dataDirectory);
  let found: DatabaseFacts;
  try {
    found = await facts();
  } catch (error) {
    const reason = databaseStartReason(error) ?? `The database cannot be used (${codeOf(error)}).`;
    return [fail(reason, 'Correct DATABASE_URL or the database, then run this again.')];
  }
  const isElsewhere = config.databaseUrl !== null;
  return [
    ...versionOf(found),
    ...clocksOf(found),
    ...connectionsOf(found, server !== null),
    ...writesOf(found),
    ...(isElsewhere ? rolesOf(found) : []),
    ...(await migrationsOf(found)),
    ...(isElsewhere ? await poolerOf(databaseUrl, log) : []),
    ...(await ownerOf(config, log)),
  ];
}

async function missingDatabase(dataDirectory: string): Promise<Found[]> {
  const reason = await describeUnfinishedRestore(dataDirectory);
  if (reason !== null) return [fail(reason, 'The server does not start before.')];
  // An embedded database that does not start is a finding already.
  if (existsSync(join(dataDirectory, 'database', 'data'))) return [];
  return [warn('There is no database yet. The first start makes one.', 'Start the server, then run this again.')];
}

/** The start migrates as the owner, and so do the console commands. */
async function ownerOf({ databaseOwnerUrl }: Context['config'], log: Context['log']): Promise<Found[]> {
  if (databaseOwnerUrl === null) return [];
  try {
    await inspectDatabase(databaseOwnerUrl, log);
    return [];
  } catch (error) {
    const cause = blamingOwner(error);
    const reason = cause instanceof StartProblem ? cause.message : `The owner cannot connect (${codeOf(error)}).`;
    return [fail(reason, 'Correct DATABASE_OWNER_URL, then run this again.')];
  }
}

const versionOf = ({ version, versionNumber }: DatabaseFacts): Found[] => [
  versionNumber >= OLDEST_VERSION
    ? ok(`PostgreSQL ${version} answers.`)
    : fail(`This is PostgreSQL ${version}.`, 'Upgrade it to version 15 or newer.'),
];

function clocksOf({ clockDifferenceMs }: DatabaseFacts): Found[] {
  const seconds = Math.abs(clockDifferenceMs / 1_000).toFixed(1);
  const means = `The clock of the database differs from this machine's by ${seconds} s.`;
  if (Math.abs(clockDifferenceMs) <= CLOCK_WARN_MS) return [];
  const action = 'Synchronise both clocks (timedatectl set-ntp true).';
  return [Math.abs(clockDifferenceMs) > CLOCK_FAIL_MS ? fail(means, action) : warn(means, action)];
}

function connectionsOf({ freeConnections, maxConnections }: DatabaseFacts, isRunning: boolean): Found[] {
  const means = `${freeConnections} of ${maxConnections} connections are free.`;
  const action = `Raise max_connections: each server process uses about ${CONNECTIONS_PER_PROCESS}.`;
  if (freeConnections >= CONNECTIONS_PER_PROCESS) return [ok(means)];
  return [isRunning && freeConnections > 1 ? warn(means, action) : fail(means, action)];
}

const writesOf = ({ writeProblem }: DatabaseFacts): Found[] => [
  writeProblem === null
    ? ok('The database accepts writes.')
    : fail(`The database refuses writes (${writeProblem}).`, 'Free disk space, or connect to the primary server.'),
];

const rolesOf = ({ isPowerful }: DatabaseFacts): Found[] => [
  isPowerful
    ? warn(
        'The role of DATABASE_URL could change the audit log.',
        'Give the server a role of its own, and the owner as DATABASE_OWNER_URL (docs/operations.md).',
      )
    : ok('The role of DATABASE_URL cannot change the audit log.'),
];

async function migrationsOf({ applied }: DatabaseFacts): Promise<Found[]> {
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql'));
  const known = new Set(names);
  if (applied.some((name) => !known.has(name)))
    return [fail('A newer version of Trace has changed this database.', 'Start that version, or restore a backup.')];
  const missing = names.length - applied.length;
  if (missing === 0) return [];
  return [warn(`${missing} migrations are still to come. The next start applies them.`, 'Make a backup before.')];
}

async function poolerOf(url: string, log: Context['log']): Promise<Found[]> {
  try {
    await checkDatabaseServer(url, log);
    return [];
  } catch (error) {
    if (error instanceof StartProblem) return [fail(error.message, 'Change DATABASE_URL or the pooler.')];
    throw error;
  }
}
