import { useIsMutating } from '@tanstack/react-query';
import { useState } from 'react';
import { activity } from './activity.ts';
import type { Session } from './session.ts';

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
