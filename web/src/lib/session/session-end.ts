import { useIsMutating } from '@tanstack/react-query';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { useState } from 'react';
import { activity } from './activity.ts';
import type { Session } from './session.ts';
import type { Stop } from '#lib/stop.ts';

/** The key of the mutation by which a person signs out: such an end needs no words. */
export const signOutKey = ['sign-out'] as const;

export type SessionEnd = 'idle' | 'over';

/** Why the session that was here has ended; null while there is one, or when the person ended it. */
export function useSessionEnd(state: Session['state']): SessionEnd | null {
  const isSigningOut = useIsMutating({ mutationKey: signOutKey }) > 0;
  const [seen, setSeen] = useState<{ state: Session['state']; end: SessionEnd | null }>({ state, end: null });
  if (seen.state !== state) {
    const isEnd = seen.state === 'signed-in' && state === 'signed-out' && !isSigningOut;
    setSeen({ state, end: isEnd ? endNow() : null });
  }
  return seen.end;
}

const endNow = (): SessionEnd => (activity.readPhase() === 'active' ? 'over' : 'idle');

/** Longer than this nobody waits to be signed out. */
const FAREWELL_MS = 3 * SECOND_MS;

/** Undoes in this browser what was done for the person who signs out, while the server still knows them. */
type Farewell = () => Promise<unknown>;

const farewells = new Set<Farewell>();

/** Only before a person signs out: a session that ends by itself is no farewell. */
export function beforeSignOut(farewell: Farewell): Stop {
  farewells.add(farewell);
  return () => void farewells.delete(farewell);
}

/** Signing out does not depend on it: what fails is the server's and the browser's to clear. */
export async function sayFarewells(): Promise<void> {
  const late = new Promise((resolve) => {
    setTimeout(resolve, FAREWELL_MS);
  });
  await Promise.race([Promise.allSettled([...farewells].map((farewell) => farewell())), late]);
}
