import { useEffect, useRef } from 'react';

const CHANNEL = 'trace-sign-up';

/** Tells the other tabs of this browser that the sign-up is confirmed. */
export function broadcastConfirmed(email: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(email);
  channel.close();
}

/** Runs when another tab of this browser confirms the sign-up, so that this tab does not ask for a used code. */
export function useConfirmedElsewhere(onConfirmed: (email: string) => void): void {
  const run = useRef(onConfirmed);
  useEffect(() => {
    run.current = onConfirmed;
  });
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') run.current(data);
    });
    return () => channel.close();
  }, []);
}
