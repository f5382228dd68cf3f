import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/**
 * Creates the day's partition of positions unless present. `day` is `YYYY-MM-DD`, UTC. Needs a transaction: two
 * processes that create the same partition at once would otherwise not see each other's partition.
 */
export async function createPartition(executor: Executor, day: string): Promise<void> {
  const name = sql.id(`position_${day.replaceAll('-', '')}`);
  await sql`select pg_advisory_xact_lock(hashtextextended('position partitions', 0))`.execute(executor);
  await sql`
    create table if not exists ${name} partition of position
    for values from (${sql.lit(`${day}T00:00:00Z`)}) to (${sql.lit(`${nextDay(day)}T00:00:00Z`)})`.execute(executor);
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
