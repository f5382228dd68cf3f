import { focusManager, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { statusPolling } from '@trace/contract/device-status/device-status.rules';
import { useEffect } from 'react';
import { useStreamState } from './stream-provider.tsx';

/**
 * Where push is cut, what somebody looks at is asked for anew at this pace; while push works, not at all. `queryKey` must
 * be stable.
 */
export function usePollWhileDisconnected(queryKey: QueryKey, everyMs: number = statusPolling.baseMs): void {
  const queryClient = useQueryClient();
  const { isCut } = useStreamState();
  useEffect(() => {
    if (!isCut) return undefined;
    const timer = setInterval(() => {
      // Whoever comes back to the page has it asked for then.
      if (focusManager.isFocused()) void queryClient.invalidateQueries({ queryKey });
    }, everyMs);
    return () => clearInterval(timer);
  }, [queryClient, isCut, queryKey, everyMs]);
}
