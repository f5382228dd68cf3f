import { dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query';
import type { Person } from '@trace/contract/auth/auth.schema';
import type { Role } from '@trace/contract/kernel/roles';
import { storageNames } from '@trace/contract/privacy/privacy.storage.rules';
import { createStore, del, get, update } from 'idb-keyval';
import { isPassing } from '#lib/http/api.ts';
import {
  agedOf,
  OFFLINE_CACHE_MS,
  mergeOfflineCache,
  type KeptQuery,
  type OfflineCache,
} from './offline-cache-merge.ts';

/** Must be raised when the shape of the saved state changes. A state of an older version is dropped. */
const FORMAT = 2;
const KEY = 'last-state';

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `offlineRoles`: whose browser keeps the answer for the time without a network (PWA-01). Positions only their own user's;
     * nothing of what a grant shows, and nothing of staff.
     */
    queryMeta: {
      offlineRoles?: readonly Role[];
      /**
       * The query stays saved while pages are open that do not show the data. The component that shows the data gives
       * the time since when the data may have changed.
       */
      isKeptAlong?: boolean;
    };
  }
}

export interface Opened {
  person: Person;
  savedAt: number;
  older: ReadonlyMap<string, number>;
}

const store = createStore(storageNames.lastState, 'last-state');

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

/** Returns the queries that may have changed and that this page has not refetched. */
function readStale(queryClient: QueryClient): Map<string, number> {
  const invalidated = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
  const sinceAnswered = invalidated.map(({ queryHash, state }) => [queryHash, state.dataUpdatedAt] as const);
  return new Map([...sinceAnswered, ...readOlder(queryClient)]);
}

/** Saves the data that this user may have without a network. */
export async function saveOfflineCache(queryClient: QueryClient, person: Person, nowMs: number): Promise<void> {
  const stale = readStale(queryClient);
  const isKept = (query: Query) =>
    isKnown(query) &&
    query.meta?.offlineRoles?.includes(person.userType) === true &&
    (!stale.has(query.queryHash) || query.meta.isKeptAlong === true || query.isActive());
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
  hydrate(queryClient, kept.queries);
  const opened = agedOf(kept).map(({ query, keptAt }) => {
    return [query.queryHash, { keptAt, updatedAt: query.state.dataUpdatedAt }] as const;
  });
  openedBy.set(queryClient, new Map(opened));
  return { person: kept.person, savedAt: kept.savedAt, older: new Map(Object.entries(kept.older)) };
}

export const wipeOfflineCache = (): Promise<void> => del(KEY, store);

/** Wipes the saved state of a previous user of this browser. */
export async function wipeOfflineCacheOfOthers(accountId: string): Promise<void> {
  const kept = await get<OfflineCache>(KEY, store);
  if (kept !== undefined && kept.person.id !== accountId) await wipeOfflineCache();
}
