import { getSession } from '@trace/contract/auth/auth.api';
import type { Person } from '@trace/contract/auth/auth.schema';
import type { Role } from '@trace/contract/kernel/roles';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { api, isUnreachable } from '#lib/http/api.ts';
import { restartEventPosition } from '#lib/stream/event-position.ts';
import { setZone } from '#lib/format.ts';
import { lastResponseAt } from '#lib/stream/server-clock.ts';
import { comeBack, goOffline } from '#lib/offline/offline.ts';
import { paths } from '#lib/paths.ts';
import type { Stop } from '#lib/stop.ts';
import { setShownAccount } from './call-headers.ts';
import { followPendingSignOut, forgetPendingSignOut, isSignOutPending } from './pending-sign-out.ts';

/** Loaded beside the question who is signed in, so that it delays no answer. */
const loadOfflineCache = () => import('#lib/offline/offline-cache.ts');

const sessionKey = ['session'] as const;
/** Every refused call and every end of the stream asks sooner. */
const FRESH_MS = 1 * MINUTE_MS;

export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal, client }) => {
    void ignoringDisk(loadOfflineCache());
    if (isSignOutPending() && !(await finishSignOut())) return { person: null };
    try {
      const answer = await api.call(getSession, {}, { signal });
      if (isSomebodyElse(client, answer.person)) replaceSession(client, answer.person);
      await settle(client, answer.person);
      return answer;
    } catch (error) {
      const kept = isUnreachable(error) ? await openOffline(client) : null;
      if (kept === null) throw error;
      return { person: kept };
    }
  },
  staleTime: FRESH_MS,
});

/** PWA-02: ends the session of a user who signed out without a network, before anything shows. */
async function finishSignOut(): Promise<boolean> {
  return (await import('./sign-out-offline.ts')).finishSignOut();
}

/** Follows a sign-out without a network, in this tab and in others. */
export const followSignOutOffline = (client: QueryClient): Stop =>
  followPendingSignOut({
    onSignOut: () => replaceSession(client, null),
    onNetwork: () => void client.invalidateQueries({ queryKey: sessionKey }),
  });

/** Wipes the saved state of everyone but this user. */
async function wipeSavedState(person: Person | null): Promise<void> {
  const { wipeOfflineCache, wipeOfflineCacheOfOthers } = await loadOfflineCache();
  await (person === null ? wipeOfflineCache() : wipeOfflineCacheOfOthers(person.id));
}

/** Returns whether the page belonged to another user, after a sign-in or sign-out in another tab of this browser. */
function isSomebodyElse(client: QueryClient, person: Person | null): boolean {
  const before = client.getQueryData<{ person: Person | null }>(sessionKey);
  return before !== undefined && before.person?.id !== person?.id;
}

/**
 * Applies the server's answer about the user: wipes the saved state of other users before any page shows, and reloads
 * all data after an outage.
 */
async function settle(client: QueryClient, person: Person | null): Promise<void> {
  await ignoringDisk(wipeSavedState(person));
  if (comeBack()) void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] });
}

/**
 * PWA-01: the server cannot say who uses this page. An open page continues. A new page opens with the last known state.
 */
async function openOffline(client: QueryClient): Promise<Person | null> {
  const { openOfflineCache, readOlder } = await loadOfflineCache();
  const isOpen = client.getQueryData<{ person: Person | null }>(sessionKey)?.person != null;
  if (isOpen) {
    if (!navigator.onLine) goOffline(lastResponseAt() ?? Date.now(), readOlder(client));
    return null;
  }
  const opened = await ignoringDisk(openOfflineCache(client, Date.now()));
  if (!opened) return null;
  goOffline(opened.savedAt, opened.older);
  return opened.person;
}

/**
 * Ignores storage errors. A browser without storage, as in private mode, has no state to show without a network either.
 */
async function ignoringDisk<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch {
    return undefined;
  }
}

export type Session =
  | { state: 'loading' }
  | { state: 'failed'; error: Error; retry: () => void }
  | { state: 'signed-out' }
  | { state: 'signed-in'; person: Person };

/** Returns the session of this page. A known session stays known during a refetch. */
export function useSession(): Session {
  const { data, error, refetch } = useQuery(sessionQuery);
  if (data?.person) return { state: 'signed-in', person: data.person };
  if (data) return { state: 'signed-out' };
  if (error) return { state: 'failed', error, retry: () => void refetch() };
  return { state: 'loading' };
}

/**
 * The signed-in user of the pages below. Provided by the route guard, so that no page below renders between the end of a
 * session and the guard's own next render.
 */
export const PersonContext = createContext<Person | null>(null);

/** Returns the user on pages behind a route guard. */
export function usePerson(): Person {
  const person = useContext(PersonContext);
  if (person === null) throw new Error('This part of the page needs a route guard above.');
  return person;
}

/** Renders the page again when the session changes, and with the session the time zone. For pages that show times. */
export const useZoneChanges = (): void => void useSession();

/**
 * Shows times in the zone of the signed-in user, because the server counts days in that zone, wherever the browser is.
 * Names the user in each call. Both are set when the session arrives, before any component renders.
 */
export function followAccount(queryClient: QueryClient): void {
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== sessionKey[0]) return;
    const data = query.state.data as { person: Person | null } | undefined;
    setZone(data?.person?.timeZone ?? null);
    setShownAccount(data?.person?.id ?? null);
  });
}

/** Sets the user of this page, or none, and drops the data loaded for another user. */
export function replaceSession(queryClient: QueryClient, person: Person | null): void {
  restartEventPosition();
  if (person !== null) forgetPendingSignOut();
  queryClient.setQueryData(sessionKey, { person });
  void ignoringDisk(wipeSavedState(person));
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] });
}

const homes: Record<Role, string> = { user: paths.user, installer: paths.installer, staff: paths.support };

/** Returns the first page of a role's area. */
export function homeOf(role: Role): string {
  return homes[role];
}
