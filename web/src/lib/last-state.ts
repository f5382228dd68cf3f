import { dehydrate, hydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query';
import type { Person } from '@trace/contract/auth/auth.schema';
import type { Role } from '@trace/contract/kernel/roles';
import { DAY_MS } from '@trace/contract/kernel/time';
import { createStore, del, get, set } from 'idb-keyval';

/** Older than this nobody would call it the last state, and nobody wants it to lie about for longer. */
export const LAST_STATE_MS = 7 * DAY_MS;
/** Raised when what is kept changes its shape: what an older version kept is dropped. */
const FORMAT = 1;
const KEY = 'last-state';

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `keptFor`: whose browser keeps the answer for the time without a network (PWA-01). Positions only their own user's;
     * nothing of what a grant shows, and nothing of staff.
     */
    queryMeta: { keptFor?: readonly Role[] };
  }
}

interface LastState {
  format: number;
  person: Person;
  savedAt: number;
  queries: DehydratedState;
}

export interface Opened {
  person: Person;
  savedAt: number;
}

const store = createStore('trace-last-state', 'last-state');

/** Keeps what this person may have without a network. */
export async function saveLastState(queryClient: QueryClient, person: Person, nowMs: number): Promise<void> {
  const queries = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ state, meta }) =>
      state.status === 'success' && meta?.keptFor?.includes(person.userType) === true,
    shouldDehydrateMutation: () => false,
  });
  await set(KEY, { format: FORMAT, person, savedAt: nowMs, queries } satisfies LastState, store);
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
  return { person: kept.person, savedAt: kept.savedAt };
}

export const wipeLastState = (): Promise<void> => del(KEY, store);

/** Another person uses this browser now: what was kept of the one before goes. */
export async function wipeLastStateOfOthers(accountId: string): Promise<void> {
  const kept = await get<LastState>(KEY, store);
  if (kept !== undefined && kept.person.id !== accountId) await wipeLastState();
}
