import { dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query';
import type { Person } from '@trace/contract/auth/auth.schema';
import type { Role } from '@trace/contract/kernel/roles';
import { del, get, update } from 'idb-keyval';
import { isPassing } from '#lib/http/api.ts';
import { lastStateStore as store } from './browser-stores.ts';
import {
  agedOf,
  OFFLINE_CACHE_MS,
  mergeOfflineCache,
  type Aged,
  type KeptQuery,
  type OfflineCache,
} from './offline-cache-merge.ts';

/** Must be raised when the shape of the saved state changes. A state of an older version is dropped. */
const FORMAT = 3;
const KEY = 'last-state';

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `offlineRoles`: whose browser keeps the answer for the time without a network (PWA-01, PWA-02). Positions only their
     * own user's; nothing of what a grant shows, and nothing of staff.
     */
    queryMeta: {
      offlineRoles?: readonly Role[];
      /** The component that shows the data shows its age too, so the age of the page leaves this query out. */
      showsOwnAge?: boolean;
    };
  }
}

export interface Opened {
  person: Person;
  savedAt: number;
  older: ReadonlyMap<string, number>;
}

/** The queries that a page was opened with, by hash. Each keeps its saved age until the server answers again. */
const openedBy = new WeakMap<QueryClient, ReadonlyMap<string, { keptAt: number; updatedAt: number }>>();

/** Returns the queries that still have the data that the page was opened with, by hash: when each was last saved. */
export function readOlder(queryClient: QueryClient): Map<string, number> {
  const queries = queryClient.getQueryCache();
  const isStill = ([hash, { updatedAt }]: [string, { updatedAt: number }]) =>
    queries.get(hash)?.state.dataUpdatedAt === updatedAt;
  const opened = [...(openedBy.get(queryClient) ?? [])].filter(isStill);
  return new Map(opened.map(([hash, { keptAt }]) => [hash, keptAt]));
}

/**
 * Returns the queries that may have changed since their last answer: not every change reaches a query that no component
 * shows.
 */
function readStale(queryClient: QueryClient, nowMs: number): Map<string, number> {
  const queries = queryClient.getQueryCache().findAll();
  const maybeChanged = queries.filter((query) => query.state.isInvalidated || !query.isActive());
  const sinceAnswered = maybeChanged.map(
    ({ queryHash, state }) => [queryHash, Math.min(nowMs, state.dataUpdatedAt)] as const,
  );
  return new Map([...sinceAnswered, ...readOlder(queryClient)]);
}

/** Saves the data that this user may have without a network. */
export async function saveOfflineCache(queryClient: QueryClient, person: Person, nowMs: number): Promise<void> {
  const stale = readStale(queryClient, nowMs);
  const isKept = (query: Query) => isKnown(query) && query.meta?.offlineRoles?.includes(person.userType) === true;
  const { queries } = dehydrate(queryClient, { shouldDehydrateQuery: isKept, shouldDehydrateMutation: () => false });
  const page = { format: FORMAT, person, nowMs, stale, queries: queries.map(asKnown) };
  // Another tab may be saving at the same time.
  await update<OfflineCache>(KEY, (before) => mergeOfflineCache(page, before), store);
}

/** A lost connection or a server fault does not invalidate the last answer. */
const isKnown = ({ state }: Query): boolean =>
  state.data !== undefined && (state.status === 'success' || isPassing(state.error));

const asKnown = (query: KeptQuery): KeptQuery => ({
  ...query,
  state: { ...query.state, status: 'success', error: null, fetchStatus: 'idle' },
});

/**
 * Loads the last known state into the query cache, with its age. Returns null if no state exists that may still be
 * shown.
 */
export async function openOfflineCache(queryClient: QueryClient, nowMs: number): Promise<Opened | null> {
  const kept = await get<OfflineCache>(KEY, store);
  if (kept === undefined) return null;
  const ageMs = nowMs - kept.savedAt;
  if (kept.format !== FORMAT || ageMs < 0 || ageMs > OFFLINE_CACHE_MS) {
    await wipeOfflineCache();
    return null;
  }
  const shown = agedOf(kept).filter(({ keptAt }) => nowMs - keptAt <= OFFLINE_CACHE_MS);
  hydrate(queryClient, { mutations: [], queries: shown.map(({ query }) => query) });
  openedBy.set(queryClient, new Map(shown.map(openedEntry)));
  const older = shown.filter(({ keptAt }) => keptAt !== kept.savedAt);
  return {
    person: kept.person,
    savedAt: kept.savedAt,
    older: new Map(older.map(({ query, keptAt }) => [query.queryHash, keptAt])),
  };
}

const openedEntry = ({ query, keptAt }: Aged) =>
  [query.queryHash, { keptAt, updatedAt: query.state.dataUpdatedAt }] as const;

/**
 * Returns the saved answer of one query of this user, or null. For a page that was visited before, when the answer is no
 * longer in memory and the server cannot be reached (PWA-02).
 */
export async function readSavedQuery(
  queryClient: QueryClient,
  { accountId, hash, nowMs }: { accountId: string; hash: string; nowMs: number },
): Promise<Aged | null> {
  const kept = await get<OfflineCache>(KEY, store);
  if (kept?.format !== FORMAT || kept.person.id !== accountId) return null;
  const found = agedOf(kept).find(({ query }) => query.queryHash === hash);
  const ageMs = nowMs - (found?.keptAt ?? 0);
  if (found === undefined || ageMs < 0 || ageMs > OFFLINE_CACHE_MS) return null;
  openedBy.set(queryClient, new Map([...(openedBy.get(queryClient) ?? []), openedEntry(found)]));
  return found;
}

export const wipeOfflineCache = (): Promise<void> => del(KEY, store);

/** Wipes the saved state of a previous user of this browser. */
export async function wipeOfflineCacheOfOthers(accountId: string): Promise<void> {
  const kept = await get<OfflineCache>(KEY, store);
  if (kept !== undefined && kept.person.id !== accountId) await wipeOfflineCache();
}
