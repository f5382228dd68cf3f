import { usePollWhileDisconnected } from '#lib/stream/poll-while-disconnected.ts';
import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { ticketChangedEvent } from '@trace/contract/tickets/tickets.stream';
import { useCallback } from 'react';
import { ticketsKey } from './tickets.queries.ts';

/** Reloads the shown tickets when a ticket changes. Polls while push is cut. */
export function useTicketsStream(): void {
  const queryClient = useQueryClient();
  const reload = useCallback(() => void queryClient.invalidateQueries({ queryKey: ticketsKey }), [queryClient]);
  useStreamEvent(ticketChangedEvent, reload);
  usePollWhileDisconnected(ticketsKey);
}
