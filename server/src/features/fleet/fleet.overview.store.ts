import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#platform/db/database';
import { partsOf, type Lists } from './fleet.table.store.ts';

export interface OverviewCounts {
  total: number;
  configured: number;
  online: number;
  assigned: number;
  offline: number;
  awaiting: number;
  unassigned: number;
}

/**
 * Counts the devices of these lists by status, assignment and configuration. An index on exactly these columns groups
 * each list in index order, and the group counts are summed.
 */
export async function countOverview(executor: Executor, lists: Lists): Promise<OverviewCounts> {
  const parts = partsOf(lists).map(
    (part) => sql`(select status_rank, assignment, configured, count(*) as alike from device_list l
      where ${part} and not l.replaced group by status_rank, assignment, configured)`,
  );
  const counted = (which: RawBuilder<unknown>) => sql`coalesce(sum(alike) filter (where ${which}), 0)::int`;
  const { rows } = await sql<OverviewCounts>`
    select ${counted(sql`true`)} as total,
      ${counted(sql`configured`)} as configured,
      ${counted(sql`status_rank = device_status_rank('online')`)} as online,
      ${counted(sql`status_rank = device_status_rank('offline')`)} as offline,
      ${counted(sql`status_rank = device_status_rank('awaiting')`)} as awaiting,
      ${counted(sql`assignment <> 'none'`)} as assigned,
      ${counted(sql`assignment = 'none'`)} as unassigned
    from (${sql.join(parts, sql` union all `)}) d`.execute(executor);
  return rows[0]!;
}

/** The device of these lists that has been offline longest. */
export async function findLongestOffline(
  executor: Executor,
  lists: Lists,
): Promise<{ name: string; seenAt: Date } | null> {
  const parts = partsOf(lists).map(
    (part) => sql`(select l.name, l.seen_ms from device_list l
      where ${part} and not l.replaced and l.status_rank = device_status_rank('offline') order by l.seen_ms limit 1)`,
  );
  const { rows } = await sql<{ name: string; seenAt: Date }>`
    select name, to_timestamp(seen_ms / 1000.0) as seen_at from (${sql.join(parts, sql` union all `)}) d
    order by seen_ms limit 1`.execute(executor);
  return rows[0] ?? null;
}

/** Returns the names of the given devices that are in these lists. */
export async function listNamesAmong(
  executor: Executor,
  lists: Lists,
  deviceIds: readonly number[],
): Promise<{ deviceId: number; name: string }[]> {
  const parts = partsOf(lists).map(
    (part) =>
      sql`(select l.device_id, l.name from device_list l where l.device_id = any(${[...deviceIds]}) and ${part})`,
  );
  const { rows } = await sql<{ deviceId: number; name: string }>`${sql.join(parts, sql` union all `)}`.execute(
    executor,
  );
  return rows;
}
