// Tells all server processes which devices behind the broker said goodbye.
import { sql } from 'kysely';

import type { Executor } from '#platform/db/database';

export const GOODBYE_CHANNEL = 'device_goodbye';

export interface Goodbye {
  readonly serial: string;
  readonly atMs: number;
}

/** NOTIFY takes 8,000 bytes. */
const TOLD_AT_ONCE = 50;

export async function tellGoodbyes(executor: Executor, goodbyes: readonly Goodbye[]): Promise<void> {
  for (let from = 0; from < goodbyes.length; from += TOLD_AT_ONCE) {
    const text = JSON.stringify(goodbyes.slice(from, from + TOLD_AT_ONCE));
    await sql`select pg_notify(${GOODBYE_CHANNEL}, ${text})`.execute(executor);
  }
}
