import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { EndedPings } from './ping.port.ts';

/** Ended pings by quarter of an hour and outcome; served by ping_finished_at. */
export async function listEndedPings(executor: Executor, from: Date, to: Date): Promise<EndedPings[]> {
  const { rows } = await sql<EndedPings>`
    select date_bin('15 minutes', finished_at, 'epoch') as at, outcome, count(*)::int as count from ping
    where finished_at >= ${from} and finished_at < ${to} group by 1, 2`.execute(executor);
  return rows;
}
