import { useIsMutating } from '@tanstack/react-query';
import { useState } from 'react';
import { activity } from './activity.ts';
import type { Session } from './session.ts';
import type { Stop } from './stop.ts';

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

/** Reads what is to outlive the end of a session, and answers how it is put back. */
type Survivor = () => Promise<() => Promise<void>>;

const survivors = new Set<Survivor>();

/** Something waits on this device for its person to come back, such as a registration without signal (PWA-01). */
export function survivesSessionEnd(survivor: Survivor): Stop {
  survivors.add(survivor);
  return () => void survivors.delete(survivor);
}

/** Makes the browser forget what it kept, but not what waits for the person: nobody has signed out. */
export async function keepingSurvivors(forget: () => Promise<unknown>): Promise<void> {
  const restores = await Promise.all([...survivors].map((read) => read()));
  try {
    await forget();
  } finally {
    await Promise.all(restores.map((restore) => restore()));
  }
}
