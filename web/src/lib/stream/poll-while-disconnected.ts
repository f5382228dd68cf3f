import { focusManager, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { statusPolling } from '@trace/contract/device-status/device-status.rules';
import { useEffect } from 'react';
import { useStreamState } from './stream-provider.tsx';

/**
 * Refetches data on a visible page at this interval while push is cut, and never while push works. `queryKey` must be
 * stable.
 */
export function usePollWhileDisconnected(queryKey: QueryKey, everyMs: number = statusPolling.baseMs): void {
  const queryClient = useQueryClient();
  const { isCut } = useStreamState();
  useEffect(() => {
    if (!isCut) return undefined;
    const timer = setInterval(() => {
      // A hidden page refetches when the user returns.
      if (focusManager.isFocused()) void queryClient.invalidateQueries({ queryKey });
    }, everyMs);
    return () => clearInterval(timer);
  }, [queryClient, isCut, queryKey, everyMs]);
}
