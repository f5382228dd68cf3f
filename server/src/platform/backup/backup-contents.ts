// The contents of a database: counted before a backup, and checked after a restore.
import { findChainHead } from '#platform/audit/chain.store';
import { verifyAuditLog } from '#platform/audit/chain';
import { openDatabase, type Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import { sql } from 'kysely';
import { z } from 'zod';

/** Larger tables are not counted: a count reads the whole table. */
const COUNT_UP_TO_ROWS = 20_000_000;

export const contentsSchema = z.object({
  /** By table. */
  rows: z.record(z.string(), z.number()),
  /** The last place of the audit chain. */
  chain: z.object({ number: z.number(), hash: z.string() }),
});

export type Contents = z.infer<typeof contentsSchema>;

export async function countContents(database: Database): Promise<Contents> {
  const head = (await hasChain(database)) ? await findChainHead(database.sql) : NO_CHAIN;
  const rows: Record<string, number> = {};
  for (const table of await listTables(database)) rows[table] = await countRows(database, table);
  return { rows, chain: { number: head.number, hash: head.hash.toString('hex') } };
}

const NO_CHAIN = { number: 0, hash: Buffer.alloc(0) };

/** False before the migration that made the chain: a backup is also made before that upgrade. */
async function hasChain(database: Database): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('audit_seal') is not null as exists`.execute(
    database.sql,
  );
  return rows[0]?.exists === true;
}

export async function readDatabaseBytes({ url, log }: { url: string; log: Log }): Promise<number> {
  const database = await openDatabase({ url, maxConnections: 2, log });
  try {
    const { rows } = await sql<{ bytes: number }>`
      select pg_database_size(current_database()) as bytes`.execute(database.sql);
    return rows[0]?.bytes ?? 0;
  } finally {
    await database.stop();
  }
}

/** Tables that never lose all their rows. Others, such as jobs, can be empty a minute later. */
const LASTING = ['person', 'device', 'audit_log', 'schema_migration'];

/** Reads every counted table to its end and computes the audit chain anew. Returns a sentence for each problem. */
export async function checkContents(database: Database, expected: Contents): Promise<string[]> {
  const problems: string[] = [];
  const tables = new Set(await listTables(database, Number.POSITIVE_INFINITY));
  for (const [table, count] of Object.entries(expected.rows)) {
    if (!tables.has(table)) problems.push(`Table ${table} is missing.`);
    else if ((await countRows(database, table)) === 0 && count > 0 && LASTING.includes(table))
      problems.push(`Table ${table} is empty, the backup counted ${count} rows.`);
  }
  if (!(await hasChain(database))) return problems;
  const verdict = await verifyAuditLog(database, expected.chain.number === 0 ? null : expected.chain);
  return verdict.isIntact ? problems : [...problems, `The audit log is not intact. ${verdict.problem}`];
}

/** Partitions are counted with their table. */
async function listTables(database: Database, upToRows = COUNT_UP_TO_ROWS): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and greatest(c.reltuples, (select sum(part.reltuples) from pg_partition_tree(c.oid) tree
        join pg_class part on part.oid = tree.relid where tree.isleaf)) <= ${upToRows}
    order by c.relname`.execute(database.sql);
  return rows.map(({ name }) => name);
}

async function countRows(database: Database, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.id(table)}`.execute(database.sql);
  return rows[0]?.count ?? 0;
}
