import { lastResponseAt } from '#lib/stream/server-clock.ts';
import { useOffline } from '#lib/offline/offline.ts';
import { useStreamState } from '#lib/stream/stream-provider.tsx';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { useEffect, useState } from 'react';

/** Longer than one attempt to reach the server, and than the polling interval while push is cut. */
const SILENT_AFTER_MS = 15 * SECOND_MS;
/** A stream that breaks is back in a second as a rule. */
const RECONNECT_MS = 3 * SECOND_MS;
const CHECK_MS = 1 * SECOND_MS;

/**
 * Returns whether no position can reach this page, so the view is not live. While push is cut, answers to polls keep
 * the view live.
 */
export function useIsLivePaused(): boolean {
  const isOffline = useOffline() !== null;
  const isLost = useStreamState().phase === 'lost';
  const [isSilent, setIsSilent] = useState(false);
  useEffect(() => {
    if (!isLost) return undefined;
    const lostAt = Date.now();
    const check = () => setIsSilent(hasFallenSilent({ lostAt, heardAt: lastResponseAt(), nowMs: Date.now() }));
    const timer = setInterval(check, CHECK_MS);
    return () => {
      clearInterval(timer);
      setIsSilent(false);
    };
  }, [isLost]);
  return isOffline || isSilent;
}

/** Whether a stream that was lost then is still lost, and the server has not been heard otherwise. */
export function hasFallenSilent(at: { lostAt: number; heardAt: number | null; nowMs: number }): boolean {
  const { lostAt, heardAt, nowMs } = at;
  return nowMs - lostAt > RECONNECT_MS && nowMs - (heardAt ?? 0) > SILENT_AFTER_MS;
}
