import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Person } from '@trace/contract/auth/auth.schema';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { useEffect } from 'react';
import { readOffline } from './offline.ts';
import { sessionQuery, usePerson } from '#lib/session/session.ts';
import type { Stop } from '#lib/stop.ts';

/** Positions come every second; a disk does not have to hear of each. */
const SAVE_AFTER_MS = 3 * SECOND_MS;

/** While a user is signed in, saves the last known state for use without a network (PWA-01). */
export function usePersistOfflineCache(): void {
  const queryClient = useQueryClient();
  const person = usePerson();
  useEffect(() => persistOfflineCache(queryClient, person), [queryClient, person]);
}

/** Loaded lazily, because nothing is saved in the first seconds of a page. */
export default function OfflineCacheWriter() {
  usePersistOfflineCache();
  return null;
}

function persistOfflineCache(queryClient: QueryClient, person: Person): Stop {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const saveLater = () => {
    timer ??= setTimeout(save, SAVE_AFTER_MS);
  };
  const save = () => {
    timer = undefined;
    const present = queryClient.getQueryData(sessionQuery.queryKey)?.person;
    // After a sign-out the wiped cache must stay wiped. While offline, the page has no newer data than the cache.
    if (present?.id !== person.id || readOffline() !== null) return;
    saveLazily(queryClient, person).catch(() => {
      // Without disk space or in private mode the browser saves no state. The portal works without.
    });
  };
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.meta?.offlineRoles) saveLater();
  });
  // For the answers that came before this file.
  saveLater();
  const saveNow = () => {
    if (document.visibilityState !== 'hidden' || timer === undefined) return;
    clearTimeout(timer);
    save();
  };
  document.addEventListener('visibilitychange', saveNow);
  return () => {
    clearTimeout(timer);
    stop();
    document.removeEventListener('visibilitychange', saveNow);
  };
}

async function saveLazily(queryClient: QueryClient, person: Person): Promise<void> {
  const { saveOfflineCache } = await import('./offline-cache.ts');
  await saveOfflineCache(queryClient, person, Date.now());
}
