// Facts about a database for the operator. Changes nothing: the single write is rolled back.
import type pg from 'pg';

import type { Log } from '#platform/log/log';

import { bareConnectionConfig, connectClient } from './connection.ts';

export interface DatabaseFacts {
  readonly version: string;
  readonly versionNumber: number;
  /** The database's clock minus this machine's. */
  readonly clockDifferenceMs: number;
  readonly freeConnections: number;
  readonly maxConnections: number;
  /** The role could change the audit log. */
  readonly isPowerful: boolean;
  /** Why a write failed, or null. */
  readonly writeProblem: string | null;
  /** Migrations in the order of their names. Empty: the database was never used. */
  readonly applied: readonly string[];
  /** Server processes with a sign of life. */
  readonly processes: number;
}

/** Values that only the right secret key opens. */
export interface SealedValues {
  readonly authority: { readonly certificatePem: string; readonly sealedKey: string } | null;
  readonly pushKey: { readonly publicKey: string; readonly sealedPrivateKey: string } | null;
}

const FACTS = `
  select current_setting('server_version') as version, current_setting('server_version_num')::int as "versionNumber",
    extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs",
    current_setting('max_connections')::int as "maxConnections",
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as "freeConnections",
    coalesce((select rolsuper from pg_roles where rolname = current_user), false)
      or coalesce((select pg_has_role(relowner, 'member') from pg_class where oid = to_regclass('audit_log')), false)
      as "isPowerful"`;

type FactRow = Omit<DatabaseFacts, 'clockDifferenceMs' | 'writeProblem' | 'applied' | 'processes'> & { nowMs: number };

/** @throws the error of the connection */
export function inspectDatabase(url: string, log: Log): Promise<DatabaseFacts> {
  return withClient(url, log, async (client) => {
    const askedMs = Date.now();
    const { rows } = await client.query<FactRow>(FACTS);
    const { nowMs, ...facts } = rows[0]!;
    const clockDifferenceMs = nowMs - (askedMs + Date.now()) / 2;
    const writeProblem = await tryWrite(client);
    return {
      ...{ ...facts, clockDifferenceMs, writeProblem },
      ...{ applied: await listApplied(client), processes: await countProcesses(client) },
    };
  });
}

export function readSealedValues(url: string, log: Log): Promise<SealedValues> {
  return withClient(url, log, async (client) => {
    const authority = `select certificate_pem as "certificatePem", sealed_key as "sealedKey" from device_authority`;
    const pushKey = `select public_key as "publicKey", sealed_private_key as "sealedPrivateKey" from push_key`;
    return { authority: await firstRow(client, authority), pushKey: await firstRow(client, pushKey) };
  });
}

/** Null for a table that is empty or not made yet. */
async function firstRow<Row extends object>(client: pg.Client, statement: string): Promise<Row | null> {
  try {
    const { rows } = await client.query<Row>(statement);
    return rows[0] ?? null;
  } catch (error) {
    if (stateOf(error) === UNDEFINED_TABLE) return null;
    throw error;
  }
}

const UNDEFINED_TABLE = '42P01';

function stateOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'no code';
}

async function tryWrite(client: pg.Client): Promise<string | null> {
  try {
    await client.query('begin');
    await client.query('create temporary table doctor_probe as select generate_series(1, 100) as n');
    return null;
  } catch (error) {
    return stateOf(error);
  } finally {
    await client.query('rollback');
  }
}

async function listApplied(client: pg.Client): Promise<string[]> {
  const statement = `select coalesce(array_agg(name order by name), '{}') as names from schema_migration`;
  return (await firstRow<{ names: string[] }>(client, statement))?.names ?? [];
}

async function countProcesses(client: pg.Client): Promise<number> {
  const statement = `select count(*)::int as count from server_process where seen_at > clock_timestamp() - interval '15 seconds'`;
  return (await firstRow<{ count: number }>(client, statement))?.count ?? 0;
}

async function withClient<T>(url: string, log: Log, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const config = bareConnectionConfig({ url, purpose: 'doctor' });
  const client = await connectClient(config, (error) => log.warn({ err: error }, 'Connection of the doctor lost'));
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
