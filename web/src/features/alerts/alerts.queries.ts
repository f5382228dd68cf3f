import { api, failureWords } from '#lib/api.ts';
import { showToast } from '#ui/toast.tsx';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addBrowser,
  getAlertSettings,
  listAlerts,
  readAlert,
  readAllAlerts,
  removeBrowser,
  saveAlertSettings,
  sendTestAlert,
} from '@trace/contract/alerts/alerts.api';
import { alertRules } from '@trace/contract/alerts/alerts.rules';
import type { NewAlertSettings, NewBrowser } from '@trace/contract/alerts/alerts.schema';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';

/** The person's alerts, newest first, and how many are unread. */
export const alertsQuery = infiniteQueryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal, pageParam }) =>
    api.call(listAlerts, { query: { after: pageParam, limit: alertRules.pageSize } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
});

export const alertSettingsQuery = queryOptions({
  queryKey: ['alert-settings'],
  queryFn: ({ signal }) => api.call(getAlertSettings, {}, { signal }),
});

export function useReadAlert() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(readAlert, { params: { id } }),
    meta: { isFailureShownInPlace: true },
    onError: (error) => showToast({ tone: 'failed', text: failureWords(error, texts.markFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey }),
  });
}

export function useReadAllAlerts() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (upTo: string) => api.call(readAllAlerts, { body: { upTo } }),
    meta: { isFailureShownInPlace: true },
    onError: (error) => showToast({ tone: 'failed', text: failureWords(error, texts.markFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey }),
  });
}

export function useSaveAlertSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewAlertSettings) => api.call(saveAlertSettings, { body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (settings) => {
      queryClient.setQueryData(alertSettingsQuery.queryKey, settings);
      showToast({ tone: 'done', text: texts.saved });
    },
    onError: (error) => showToast({ tone: 'failed', text: failureWords(error, texts.saveFailed) }),
  });
}

export function useAddBrowser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (subscribe: () => Promise<NewBrowser>) => api.call(addBrowser, { body: await subscribe() }),
    meta: { isFailureShownInPlace: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertSettingsQuery.queryKey }),
  });
}

export function useRemoveBrowser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(removeBrowser, { params: { id } }),
    meta: { isFailureShownInPlace: true },
    onError: (error) => showToast({ tone: 'failed', text: failureWords(error, texts.pushOffFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertSettingsQuery.queryKey }),
  });
}

/** The test stands in the list too; how it ended is told where it was asked for. */
export function useSendTest() {
  return useMutation({
    mutationFn: () => api.call(sendTestAlert, {}),
    meta: { isFailureShownInPlace: true },
  });
}
