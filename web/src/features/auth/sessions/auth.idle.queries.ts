import { activity, type IdlePhase } from '#lib/session/activity.ts';
import { api } from '#lib/http/api.ts';
import { replaceSession } from '#lib/session/session.ts';
import { useQueryClient } from '@tanstack/react-query';
import { getSession, signOut } from '@trace/contract/auth/auth.api';
import { useEffect } from 'react';

/** How often the server is asked whether it thinks the same, once this browser thinks that the session is over. */
const ASK_EVERY_MS = 30_000;

/** Tells the server that somebody is here, and hears from it when the session is over (SESS-03). */
export function useIdleEnd(phase: IdlePhase): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const ask = async (): Promise<void> => {
      try {
        const { person } = await api.call(getSession, {});
        if (person !== null) return;
        replaceSession(queryClient, null);
        // There is no session to end; the answer makes the browser forget what it kept of the pages. What shows pushed
        // alerts stays, as does what waits for the person: nobody has signed out.
        await api.call(signOut, { query: { keepWorker: '1' } });
      } catch {
        // Not reached: the next look asks again, and without the server nothing new is shown anyway.
      }
    };
    const stopHearing = activity.onTouch(() => void ask());
    if (phase !== 'over') return stopHearing;
    void ask();
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => {
      stopHearing();
      clearInterval(timer);
    };
  }, [phase, queryClient]);
  useEffect(() => activity.begin(), []);
}
