// Sends all server processes a notification of the devices behind the broker that said goodbye.
import { sql } from 'kysely';

import type { Executor } from '#platform/db/database';

export const GOODBYE_CHANNEL = 'device_goodbye';

export interface Goodbye {
  readonly serial: string;
  readonly atMs: number;
}

/** NOTIFY takes 8,000 bytes. */
const GOODBYES_PER_NOTIFY = 50;

export async function notifyGoodbyes(executor: Executor, goodbyes: readonly Goodbye[]): Promise<void> {
  for (let from = 0; from < goodbyes.length; from += GOODBYES_PER_NOTIFY) {
    const text = JSON.stringify(goodbyes.slice(from, from + GOODBYES_PER_NOTIFY));
    await sql`select pg_notify(${GOODBYE_CHANNEL}, ${text})`.execute(executor);
  }
}
