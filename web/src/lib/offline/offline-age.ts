import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useOffline, type Offline } from './offline.ts';

/** Returns the age of the open page while offline, or null: the oldest of its data without an age of its own (PWA-02). */
export function useOfflineAge(): number | null {
  const queryClient = useQueryClient();
  const offline = useOffline();
  const subscribe = useCallback(
    (onChange: () => void) => queryClient.getQueryCache().subscribe(onChange),
    [queryClient],
  );
  return useSyncExternalStore(subscribe, () => offline && ageOf(queryClient, offline));
}

function ageOf(queryClient: QueryClient, { asOf, older }: Offline): number {
  const shown = queryClient.getQueryCache().findAll({
    type: 'active',
    predicate: ({ meta, state }) => meta?.offlineRoles !== undefined && !meta.showsOwnAge && state.data !== undefined,
  });
  return Math.min(asOf, ...shown.map(({ queryHash }) => older.get(queryHash) ?? asOf));
}
