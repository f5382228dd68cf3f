// Whether the database can write now, measured by a write that leaves nothing behind.
import { sql } from 'kysely';

import type { Database } from './database.ts';

/** The probe fills some pages, because a full disk often still has room for a few bytes. */
const ROWS = 400;

class RolledBack extends Error {}

/**
 * Creates and fills a table, and rolls back. A table of its own needs new blocks each time, whereas an existing table
 * could reuse free ones. No other session sees or locks the table. Unlogged, so that the rows stay out of the WAL.
 *
 * @throws the error of the database when the write fails
 */
export async function probeWrite(database: Pick<Database, 'transaction'>): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      const { rows } = await sql<{ name: string }>`select 'write_probe_' || pg_backend_pid() as name`.execute(tx);
      const table = sql.id(rows[0]!.name);
      await sql`create unlogged table ${table} (filler text)`.execute(tx);
      await sql`insert into ${table} select repeat('x', 64) from generate_series(1, ${sql.lit(ROWS)})`.execute(tx);
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
}
