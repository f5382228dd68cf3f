import { MATCHES_COUNTED, SEARCH_MATCHES_COUNTED } from '@trace/contract/fleet/fleet.table.rules';
import type { TablePage } from '@trace/contract/fleet/fleet.table.schema';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { countAll, countTable, type Lists, type Narrowing } from './fleet.table.store.ts';

/** Maximum age of the cached size of a very large list, and maximum number of lists in the cache. */
const RECOUNT_AFTER_MS = 30 * SECOND_MS;
const MOST_REMEMBERED = 1_000;

/**
 * Counts all devices and all matching devices. Counting stops at a limit to stay quick. The full size of a very large
 * list is cached and recounted after `RECOUNT_AFTER_MS`.
 */
export function createCounts({ database, clock }: { database: Database; clock: Clock }) {
  const counted = new Map<string, { total: number; atMs: number }>();

  const totalOf = async (lists: Lists): Promise<number> => {
    const key = [lists.accountId, ...lists.scopes].join();
    const nowMs = clock.now().getTime();
    const known = counted.get(key);
    if (known !== undefined && nowMs - known.atMs < RECOUNT_AFTER_MS) return known.total;
    const few = await countTable(database.sql, lists, {}, MATCHES_COUNTED + 1);
    if (few <= MATCHES_COUNTED) return few;
    const total = await countAll(database.sql, lists);
    if (counted.size >= MOST_REMEMBERED) counted.clear();
    counted.set(key, { total, atMs: nowMs });
    return total;
  };

  return async (lists: Lists, filter: Narrowing): Promise<TablePage['counts']> => {
    const isFiltered = Object.values(filter).some((value) => value !== undefined && value !== '');
    const most = filter.search ? SEARCH_MATCHES_COUNTED : MATCHES_COUNTED;
    const [total, found] = await Promise.all([
      totalOf(lists),
      isFiltered ? countTable(database.sql, lists, filter, most + 1) : null,
    ]);
    const matching = found === null ? total : Math.min(found, most);
    return { total, matching, isMore: found !== null && found > most };
  };
}
