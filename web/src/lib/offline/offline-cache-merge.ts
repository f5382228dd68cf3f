import type { DehydratedState } from '@tanstack/react-query';
import type { Person } from '@trace/contract/auth/auth.schema';
import { DAY_MS } from '@trace/contract/kernel/time';

/** Older than this nobody would call it the last state, and nobody wants it to lie about for longer. */
export const OFFLINE_CACHE_MS = 7 * DAY_MS;

export interface OfflineCache {
  format: number;
  person: Person;
  /** As old as what every page shows. */
  savedAt: number;
  queries: DehydratedState;
  /** What is of another age, by the hash of its query: when it was last kept as the server had it. */
  older: Record<string, number>;
}

export type KeptQuery = DehydratedState['queries'][number];

interface Aged {
  query: KeptQuery;
  keptAt: number;
}

/** What a page has. */
interface PageState extends Pick<OfflineCache, 'format' | 'person'> {
  nowMs: number;
  queries: readonly KeptQuery[];
  /** What may have changed since, by hash: the page has not asked for it again. Since when, as far as it knows. */
  stale: ReadonlyMap<string, number>;
}

/** A page knows what it shows alone: what this person's other pages kept goes on, and nothing gets younger by that. */
export function mergeOfflineCache(page: PageState, before: OfflineCache | undefined): OfflineCache {
  const { format, person, nowMs } = page;
  const earlier = before?.format === format && before.person.id === person.id ? agedOf(before) : [];
  const earlierOf = new Map(earlier.map((each) => [each.query.queryHash, each]));
  const own = page.queries.map((query) => {
    const staleAt = page.stale.get(query.queryHash);
    return staleAt === undefined ? { query, keptAt: nowMs } : olderOf(query, staleAt, earlierOf.get(query.queryHash));
  });
  const known = new Set(page.queries.map(({ queryHash }) => queryHash));
  const others = earlier.filter(({ query }) => query.meta?.isKeptAlong && !known.has(query.queryHash));
  const kept = [...own, ...others].filter(({ keptAt }) => nowMs - keptAt <= OFFLINE_CACHE_MS);
  // What tells no age of its own is as old as the oldest of it.
  const savedAt = Math.min(nowMs, ...kept.filter(({ query }) => !query.meta?.isKeptAlong).map(({ keptAt }) => keptAt));
  const ofOtherAge = kept.filter(({ keptAt }) => keptAt !== savedAt);
  return {
    format,
    person,
    savedAt,
    queries: { mutations: [], queries: kept.map(({ query }) => query) },
    older: Object.fromEntries(ofOtherAge.map(({ query, keptAt }) => [query.queryHash, keptAt])),
  };
}

/** All that was kept, each with its age. */
export const agedOf = ({ queries, older, savedAt }: OfflineCache): Aged[] =>
  queries.queries.map((query) => ({ query, keptAt: older[query.queryHash] ?? savedAt }));

/** Another tab may have asked since; the same answer is as old as it was when it was last kept. */
function olderOf(query: KeptQuery, staleAt: number, earlier: Aged | undefined): Aged {
  const ownAt = query.state.dataUpdatedAt;
  if (!earlier || earlier.query.state.dataUpdatedAt < ownAt) return { query, keptAt: staleAt };
  return earlier.query.state.dataUpdatedAt > ownAt ? earlier : { query, keptAt: earlier.keptAt };
}
