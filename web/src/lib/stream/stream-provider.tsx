import type { AnyStreamEvent, DataOf } from '@trace/contract/kernel/stream';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { startOfEvents } from './event-position.ts';
import { useOffline } from '#lib/offline/offline.ts';
import { sessionQuery } from '#lib/session/session.ts';
import { createStream, type Stream, type StreamState } from './stream.ts';

const StreamContext = createContext<Stream | null>(null);

/** Opens the page's only stream for the components below and closes the stream on unmount. */
export function StreamProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [stream] = useState(() =>
    createStream({
      openSource: (address) => new EventSource(address),
      beginsAt: startOfEvents,
      onMissed: () => void queryClient.invalidateQueries(),
      onClosed: () => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      network: window,
    }),
  );
  useEffect(() => stream.start(), [stream]);
  return <StreamContext value={stream}>{children}</StreamContext>;
}

export function useStream(): Stream {
  const stream = useContext(StreamContext);
  if (!stream) throw new Error('This part of the page needs a StreamProvider above it.');
  return stream;
}

export function useStreamState(): StreamState {
  const { onState, readState } = useStream();
  return useSyncExternalStore(onState, readState);
}

/** Calls `handler` for each pushed event of a kind while the component is there. `handler` must be stable. */
export function useStreamEvent<E extends AnyStreamEvent>(event: E, handler: (data: DataOf<E>) => void): void {
  const { onEvent } = useStream();
  useEffect(() => onEvent(event, handler), [onEvent, event, handler]);
}

/**
 * PWA-01: refetches the session when the stream opens after an outage. The session answer then triggers a reload of all
 * other data.
 */
export function useComingBack(): void {
  const queryClient = useQueryClient();
  const { phase } = useStreamState();
  const isOffline = useOffline() !== null;
  useEffect(() => {
    if (isOffline && phase === 'open') void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [queryClient, phase, isOffline]);
}
