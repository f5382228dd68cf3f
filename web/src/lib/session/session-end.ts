import { useIsMutating } from '@tanstack/react-query';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { useState } from 'react';
import { activity } from './activity.ts';
import { isSignOutPending } from './pending-sign-out.ts';
import type { Session } from './session.ts';
import type { Stop } from '#lib/stop.ts';

/** The key of the mutation by which a person signs out: so that no message about an ended session is shown. */
export const signOutKey = ['sign-out'] as const;

export type SessionEnd = 'idle' | 'over';

/** Returns why the session has ended, or null during a session or after the user signed out. */
export function useSessionEnd(state: Session['state']): SessionEnd | null {
  const isSigningOut = useIsMutating({ mutationKey: signOutKey }) > 0;
  const [seen, setSeen] = useState<{ state: Session['state']; end: SessionEnd | null }>({ state, end: null });
  if (seen.state !== state) {
    const isEnd = seen.state === 'signed-in' && state === 'signed-out';
    // Signing out without a network ends its mutation before this render.
    const isByPerson = isSigningOut || isSignOutPending();
    setSeen({ state, end: isEnd && !isByPerson ? endNow() : null });
  }
  return seen.end;
}

const endNow = (): SessionEnd => (activity.readPhase() === 'active' ? 'over' : 'idle');

/** The longest time that sign-out waits for the cleanup. */
const CLEANUP_LIMIT_MS = 3 * SECOND_MS;

/** Undoes setup of this browser for its user, such as push, while the server still accepts the session. */
type Cleanup = () => Promise<unknown>;

const cleanups = new Set<Cleanup>();

/** Registers a cleanup that runs only before a user signs out, not when a session expires. */
export function beforeSignOut(cleanup: Cleanup): Stop {
  cleanups.add(cleanup);
  return () => void cleanups.delete(cleanup);
}

/**
 * Runs the cleanups. Sign-out does not depend on the result: the server and the browser clear up after a failed
 * cleanup.
 */
export async function runSignOutCleanups(): Promise<void> {
  const late = new Promise((resolve) => {
    setTimeout(resolve, CLEANUP_LIMIT_MS);
  });
  await Promise.race([Promise.allSettled([...cleanups].map((cleanup) => cleanup())), late]);
}
