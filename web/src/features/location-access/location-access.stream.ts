import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { accessChangedEvent } from '@trace/contract/location-access/location-access.stream';
import { useCallback } from 'react';
import { accessQuery, looksKey } from './location-access.queries.ts';

/** Reloads requests and grants of both sides and an open access log when the server publishes a change. */
export function useAccessStream(): void {
  const queryClient = useQueryClient();
  const reload = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: accessQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: looksKey });
  }, [queryClient]);
  useStreamEvent(accessChangedEvent, reload);
}
