import { useStreamEvent } from '#lib/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { accessChangedEvent } from '@trace/contract/location-access/location-access.stream';
import { useCallback } from 'react';
import { accessQuery } from './location-access.queries.ts';

/** Keeps requests and grants as the server has them, on both sides. */
export function useAccessStream(): void {
  const queryClient = useQueryClient();
  const reload = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: accessQuery.queryKey }),
    [queryClient],
  );
  useStreamEvent(accessChangedEvent, reload);
}
