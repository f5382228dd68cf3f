// Whether the database can write now, measured by a write that leaves nothing behind.
import { sql } from 'kysely';

import type { Database } from './database.ts';
import { rollBackAfter } from './rolled-back.ts';

/**
 * Creates and fills a table, and rolls back. A new table needs new blocks each time, whereas an existing table could
 * reuse free ones. The rows fill some pages, because a full disk often still has room for a few bytes. Temporary, so that
 * no other session waits for the table and its rows stay out of the WAL.
 *
 * @throws the error of the database when the write fails
 */
export async function probeWrite(database: Pick<Database, 'transaction'>): Promise<void> {
  await rollBackAfter(database, async (tx) => {
    await sql`
      create temporary table write_probe as
      select repeat('x', 64) as filler from generate_series(1, 400)`.execute(tx);
  });
}
