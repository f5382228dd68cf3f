import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { activity } from './activity.ts';
import type { Session } from './session.ts';

/** The key of the mutation by which a person signs out: such an end needs no words. */
export const signOutKey = ['sign-out'] as const;

export type SessionEnd = 'idle' | 'over';

/** Why the session that was here has ended; null while there is one, or when the person ended it. */
export function useSessionEnd(state: Session['state']): SessionEnd | null {
  const isSigningOut = useIsMutating({ mutationKey: signOutKey }) > 0;
  const wasSignedIn = useRef(false);
  const [end, setEnd] = useState<SessionEnd | null>(null);
  useEffect(() => {
    if (state === 'signed-in') {
      wasSignedIn.current = true;
      setEnd(null);
    } else if (state === 'signed-out' && wasSignedIn.current) {
      wasSignedIn.current = false;
      if (!isSigningOut) setEnd(activity.readPhase() === 'active' ? 'over' : 'idle');
    }
  }, [state, isSigningOut]);
  return state === 'signed-out' ? end : null;
}
