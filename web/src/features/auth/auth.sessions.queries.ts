import { activity, type IdlePhase } from '#lib/activity.ts';
import { api, failureWords } from '#lib/api.ts';
import { keepingSurvivors } from '#lib/session-end.ts';
import { replaceSession } from '#lib/session.ts';
import { showToast } from '#ui/toast.tsx';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getSession, signOut } from '@trace/contract/auth/auth.api';
import { endOtherSessions, endSession, listSessions } from '@trace/contract/auth/auth.sessions.api';
import { sessionsTexts } from '@trace/contract/auth/auth.sessions.texts';
import { useEffect } from 'react';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.call(listSessions, {}, { signal }),
  staleTime: 0,
});

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(endSession, { params: { id } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: () => showToast({ tone: 'done', text: sessionsTexts.ended }),
    onError: (error) => showToast({ tone: 'failed', text: failureWords(error, sessionsTexts.endFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(endOtherSessions, {}),
    meta: { isFailureShownInPlace: true },
    onSuccess: ({ ended }) => showToast({ tone: 'done', text: sessionsTexts.othersEnded(ended) }),
    onError: (error) => showToast({ tone: 'failed', text: failureWords(error, sessionsTexts.endFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

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
        await keepingSurvivors(() => {
          replaceSession(queryClient, null);
          // There is no session to end; the answer makes the browser forget what it kept of the pages.
          return api.call(signOut, {});
        });
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
