import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, endSession, listSessions } from '@trace/contract/auth/sessions/auth.sessions.api';
import { sessionsTexts } from '@trace/contract/auth/sessions/auth.sessions.texts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  meta: { offlineRoles: ['user', 'installer'] },
  queryFn: ({ signal }) => api.call(listSessions, {}, { signal }),
  staleTime: 0,
});

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(endSession, { params: { id } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: () => showToast({ tone: 'done', about: 'sessions', text: sessionsTexts.ended }),
    onError: (error) =>
      showToast({ tone: 'failed', about: 'sessions', text: failureWords(error, sessionsTexts.endFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(endOtherSessions, {}),
    meta: { isFailureShownInPlace: true },
    onSuccess: ({ ended }) => showToast({ tone: 'done', about: 'sessions', text: sessionsTexts.othersEnded(ended) }),
    onError: (error) =>
      showToast({ tone: 'failed', about: 'sessions', text: failureWords(error, sessionsTexts.endFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
