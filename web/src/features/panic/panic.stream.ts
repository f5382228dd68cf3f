import { usePollWhileDisconnected } from '#lib/stream/poll-while-disconnected.ts';
import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { panicChangedEvent } from '@trace/contract/panic/panic.stream';
import { useCallback } from 'react';
import { panicKey } from './panic.queries.ts';

/** A panic cannot wait for the usual interval. */
const POLL_MS = 5 * SECOND_MS;

/** Reloads the shown incidents when an incident opens or changes. Polls while push is cut. */
export function usePanicStream(): void {
  const queryClient = useQueryClient();
  const reload = useCallback(() => void queryClient.invalidateQueries({ queryKey: panicKey }), [queryClient]);
  useStreamEvent(panicChangedEvent, reload);
  usePollWhileDisconnected(panicKey, POLL_MS);
}
