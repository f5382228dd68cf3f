// Whether the database answers, for callers that only need to know this.
import { sql } from 'kysely';

import type { Database } from './database.ts';

export async function isReachable(database: Pick<Database, 'sql'>): Promise<boolean> {
  try {
    await sql`select 1`.execute(database.sql);
    return true;
  } catch {
    // Being away is the answer to the question.
    return false;
  }
}
