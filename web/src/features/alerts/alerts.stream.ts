import { useStreamEvent } from '#lib/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { alertsChangedEvent } from '@trace/contract/alerts/alerts.stream';
import { useCallback } from 'react';
import { alertsQuery } from './alerts.queries.ts';

/** Asks for the person's alerts as soon as one begins, ends or is read elsewhere. */
export function useAlertsStream(): void {
  const queryClient = useQueryClient();
  const ask = useCallback(() => void queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey }), [queryClient]);
  useStreamEvent(alertsChangedEvent, ask);
}
