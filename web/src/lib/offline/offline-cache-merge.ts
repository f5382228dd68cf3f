import type { DehydratedState } from '@tanstack/react-query';
import type { Person } from '@trace/contract/auth/auth.schema';
import { storagePeriods } from '@trace/contract/privacy/privacy.storage-periods.rules';

/** The maximum age of the offline cache. Older data is too stale to show and must not stay on the disk. */
export const OFFLINE_CACHE_MS = storagePeriods.lastStateMs;

/** The most saved queries whose keys have the same first element. */
export const MOST_OF_A_KIND = 20;

export interface OfflineCache {
  format: number;
  person: Person;
  /** The time of the last save, and the age of the queries that are not in `older`. */
  savedAt: number;
  queries: DehydratedState;
  /** Queries of a different age, by query hash: when each was last saved with the server's data. */
  older: Record<string, number>;
}

export type KeptQuery = DehydratedState['queries'][number];

export interface Aged {
  query: KeptQuery;
  keptAt: number;
}

/** The state of a page. */
interface PageState extends Pick<OfflineCache, 'format' | 'person'> {
  nowMs: number;
  queries: readonly KeptQuery[];
  /**
   * Queries that may have changed because the page has not refetched, by hash. The value is the time since when, as far
   * as the page knows.
   */
  stale: ReadonlyMap<string, number>;
}

/**
 * Merges the queries of a page into the cache. A page knows only its own queries, so queries saved by this user's other
 * pages stay and keep their age.
 */
export function mergeOfflineCache(page: PageState, before: OfflineCache | undefined): OfflineCache {
  const { format, person, nowMs } = page;
  const earlier = before?.format === format && before.person.id === person.id ? agedOf(before) : [];
  const earlierOf = new Map(earlier.map((each) => [each.query.queryHash, each]));
  const own = page.queries.map((query) => {
    const staleAt = page.stale.get(query.queryHash);
    return staleAt === undefined ? { query, keptAt: nowMs } : olderOf(query, staleAt, earlierOf.get(query.queryHash));
  });
  const known = new Set(page.queries.map(({ queryHash }) => queryHash));
  const others = earlier.filter(
    ({ query }) => !known.has(query.queryHash) && query.meta?.offlineRoles?.includes(person.userType) === true,
  );
  const kept = newestOfEachKind([...own, ...others]).filter(({ keptAt }) => nowMs - keptAt <= OFFLINE_CACHE_MS);
  const ofOtherAge = kept.filter(({ keptAt }) => keptAt !== nowMs);
  return {
    format,
    person,
    savedAt: nowMs,
    queries: { mutations: [], queries: kept.map(({ query }) => query) },
    older: Object.fromEntries(ofOtherAge.map(({ query, keptAt }) => [query.queryHash, keptAt])),
  };
}

/** Returns all saved queries, each with its age. */
export const agedOf = ({ queries, older, savedAt }: OfflineCache): Aged[] =>
  queries.queries.map((query) => ({ query, keptAt: older[query.queryHash] ?? savedAt }));

/** Each filter and page of a table is a query. The limit keeps the saved state small. */
function newestOfEachKind(queries: readonly Aged[]): Aged[] {
  const counts = new Map<unknown, number>();
  return queries
    .toSorted((one, other) => other.keptAt - one.keptAt)
    .filter(({ query }) => {
      const [kind] = query.queryKey;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return count <= MOST_OF_A_KIND;
    });
}

/** Another tab may have refetched since. An identical answer keeps the age of its last save. */
function olderOf(query: KeptQuery, staleAt: number, earlier: Aged | undefined): Aged {
  const ownAt = query.state.dataUpdatedAt;
  if (!earlier || earlier.query.state.dataUpdatedAt < ownAt) return { query, keptAt: staleAt };
  return earlier.query.state.dataUpdatedAt > ownAt ? earlier : { query, keptAt: earlier.keptAt };
}
