import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readAlert, readAllAlerts } from '@trace/contract/alerts/alerts.api';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import { alertsQuery } from './alerts.queries.ts';

export function useReadAlert() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(readAlert, { params: { id } }),
    meta: { isFailureShownInPlace: true },
    onError: (error) => showToast({ tone: 'failed', about: 'alerts', text: failureWords(error, texts.markFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey }),
  });
}

export function useReadAllAlerts() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (upTo: string) => api.call(readAllAlerts, { body: { upTo } }),
    meta: { isFailureShownInPlace: true },
    onError: (error) => showToast({ tone: 'failed', about: 'alerts', text: failureWords(error, texts.markFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey }),
  });
}
