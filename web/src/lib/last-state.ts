import { dehydrate, hydrate, type DehydratedState, type Query, type QueryClient } from '@tanstack/react-query';
import type { Person } from '@trace/contract/auth/auth.schema';
import type { Role } from '@trace/contract/kernel/roles';
import { DAY_MS } from '@trace/contract/kernel/time';
import { createStore, del, get, update } from 'idb-keyval';

/** Older than this nobody would call it the last state, and nobody wants it to lie about for longer. */
export const LAST_STATE_MS = 7 * DAY_MS;
/** Raised when what is kept changes its shape: what an older version kept is dropped. */
const FORMAT = 2;
const KEY = 'last-state';

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `keptFor`: whose browser keeps the answer for the time without a network (PWA-01). Positions only their own user's;
     * nothing of what a grant shows, and nothing of staff.
     */
    queryMeta: {
      keptFor?: readonly Role[];
      /** It stays kept while pages are open that do not show it; who shows it says since when it may have changed. */
      isKeptAlong?: boolean;
    };
  }
}

interface LastState {
  format: number;
  person: Person;
  savedAt: number;
  queries: DehydratedState;
  /** Those of earlier pages, by hash: when they were last kept as the server had them. */
  older: Record<string, number>;
}

export interface Opened {
  person: Person;
  savedAt: number;
  older: ReadonlyMap<string, number>;
}

const store = createStore('trace-last-state', 'last-state');

/** Keeps what this person may have without a network. */
export async function saveLastState(queryClient: QueryClient, person: Person, nowMs: number): Promise<void> {
  const isKept = ({ state, meta }: Query) =>
    state.status === 'success' && meta?.keptFor?.includes(person.userType) === true;
  const queries = dehydrate(queryClient, { shouldDehydrateQuery: isKept, shouldDehydrateMutation: () => false });
  const present: LastState = { format: FORMAT, person, savedAt: nowMs, queries, older: {} };
  // Another tab may be saving at the same time.
  await update<LastState>(KEY, (before) => withOlder(present, before), store);
}

/** A page knows what it shows alone: what this person's other pages kept goes on. */
function withOlder(present: LastState, before: LastState | undefined): LastState {
  if (before?.format !== FORMAT || before.person.id !== present.person.id) return present;
  const known = new Set(present.queries.queries.map(({ queryHash }) => queryHash));
  const keptAt = (hash: string) => before.older[hash] ?? before.savedAt;
  const others = before.queries.queries.filter(
    ({ queryHash, meta }) =>
      meta?.isKeptAlong && !known.has(queryHash) && present.savedAt - keptAt(queryHash) <= LAST_STATE_MS,
  );
  return {
    ...present,
    queries: { ...present.queries, queries: [...present.queries.queries, ...others] },
    older: Object.fromEntries(others.map(({ queryHash }) => [queryHash, keptAt(queryHash)])),
  };
}

/** Puts the last known state into the cache, as old as it is; null where there is none that may still be shown. */
export async function openLastState(queryClient: QueryClient, nowMs: number): Promise<Opened | null> {
  const kept = await get<LastState>(KEY, store);
  if (kept === undefined) return null;
  const ageMs = nowMs - kept.savedAt;
  if (kept.format !== FORMAT || ageMs < 0 || ageMs > LAST_STATE_MS) {
    await wipeLastState();
    return null;
  }
  hydrate(queryClient, kept.queries);
  return { person: kept.person, savedAt: kept.savedAt, older: new Map(Object.entries(kept.older)) };
}

export const wipeLastState = (): Promise<void> => del(KEY, store);

/** Another person uses this browser now: what was kept of the one before goes. */
export async function wipeLastStateOfOthers(accountId: string): Promise<void> {
  const kept = await get<LastState>(KEY, store);
  if (kept !== undefined && kept.person.id !== accountId) await wipeLastState();
}
