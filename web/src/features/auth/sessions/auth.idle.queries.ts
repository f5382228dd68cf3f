import { activity, type IdlePhase } from '#lib/session/activity.ts';
import { api } from '#lib/http/api.ts';
import { replaceSession } from '#lib/session/session.ts';
import { useQueryClient } from '@tanstack/react-query';
import { getSession, signOut } from '@trace/contract/auth/auth.api';
import { useEffect } from 'react';

/** How often this browser asks the server for confirmation after its own timer has ended the session. */
const ASK_EVERY_MS = 30_000;

/** Reports activity to the server, and ends the session here when the server has ended the session (SESS-03). */
export function useIdleEnd(phase: IdlePhase): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const ask = async (): Promise<void> => {
      try {
        const { person } = await api.call(getSession, {});
        if (person !== null) return;
        replaceSession(queryClient, null);
        // No session is left to end. The response makes the browser clear the cached pages. The service worker for push
        // alerts and the user's queued work stay, because the user has not signed out.
        await api.call(signOut, { query: { keepWorker: '1' } });
      } catch {
        // The server is unreachable. The next check asks again, and without the server the pages show no new data
        // anyway.
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
