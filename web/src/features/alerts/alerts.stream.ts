import { usePollWhileDisconnected } from '#lib/stream/poll-while-disconnected.ts';
import { throttleAsync } from '#lib/throttle.ts';
import { useStream } from '#lib/stream/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { alertsChangedEvent } from '@trace/contract/alerts/alerts.stream';
import { useEffect } from 'react';
import { alertsKey } from './alerts.keys.queries.ts';

/** A network that fails for thousands of devices is told of in hundreds of events. */
const ASK_EVERY_MS = 3_000;

/**
 * Reloads the user's alerts when an alert begins, ends or is read elsewhere, throttled for many events. Polls while
 * push is cut.
 */
export function useAlertsStream(): void {
  const queryClient = useQueryClient();
  const { onEvent } = useStream();
  useEffect(() => {
    const queryKey = alertsKey;
    const asking = throttleAsync(() => queryClient.invalidateQueries({ queryKey }), ASK_EVERY_MS);
    const mute = onEvent(alertsChangedEvent, asking.trigger);
    return () => {
      mute();
      // The next component that shows alerts fetches the data.
      if (asking.stop()) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
    };
  }, [queryClient, onEvent]);
  usePollWhileDisconnected(alertsKey);
}
