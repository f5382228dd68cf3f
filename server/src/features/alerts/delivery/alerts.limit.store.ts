import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** The number of advisory locks that all users share. A lock for each user of a batch would fill the lock table. */
const PLACES = 64;

/**
 * Counts the alert emails of these users since an instant, including emails still waiting. Takes advisory locks until
 * commit, so that parallel transactions cannot exceed the limit together.
 */
export async function lockMailCounts(
  tx: Executor,
  accountIds: readonly string[],
  since: Date,
): Promise<Map<string, number>> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('alert mails ' || place, 0))
    from (
      select distinct abs(hashtext(id::text) % ${PLACES}::int) as place
      from unnest(${[...accountIds]}::uuid[]) as given (id) order by place) as places`.execute(tx);
  const { rows } = await sql<{ accountId: string; count: number }>`
    select account_id, count(*)::int as count from alert_delivery
    where account_id = any(${[...accountIds]}::uuid[]) and channel = 'email' and due_at > ${since}
      and state in ('waiting', 'sent') and device_id is not null
    group by account_id`.execute(tx);
  return new Map(rows.map(({ accountId, count }) => [accountId, count]));
}
