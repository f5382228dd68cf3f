import { usePollWhileDisconnected } from '#lib/stream/poll-while-disconnected.ts';
import { throttleAsync } from '#lib/throttle.ts';
import { useStream } from '#lib/stream/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { alertsChangedEvent } from '@trace/contract/alerts/alerts.stream';
import { useEffect } from 'react';
import { alertsQuery } from './alerts.queries.ts';

/** A network that fails for thousands of devices is told of in hundreds of events. */
const ASK_EVERY_MS = 3_000;

/**
 * Asks for the person's alerts as soon as one begins, ends or is read elsewhere; for many events together. Where push is
 * cut, now and then.
 */
export function useAlertsStream(): void {
  const queryClient = useQueryClient();
  const { onEvent } = useStream();
  useEffect(() => {
    const { queryKey } = alertsQuery;
    const asking = throttleAsync(() => queryClient.invalidateQueries({ queryKey }), ASK_EVERY_MS);
    const mute = onEvent(alertsChangedEvent, asking.tell);
    return () => {
      mute();
      // Whoever shows them next asks.
      if (asking.stop()) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
    };
  }, [queryClient, onEvent]);
  usePollWhileDisconnected(alertsQuery.queryKey);
}
