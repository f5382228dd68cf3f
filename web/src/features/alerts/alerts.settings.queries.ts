import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getAlertSettings,
  removeBrowser,
  saveAlertSettings,
  sendTestAlert,
} from '@trace/contract/alerts/alerts.settings.api';
import type { AlertSettings, AlertSettingsChange } from '@trace/contract/alerts/alerts.settings.schema';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import { alertSettingsKey } from './alerts.keys.queries.ts';
import { turnOnPush } from './alerts-push-renewal.ts';

export const alertSettingsQuery = queryOptions({
  queryKey: alertSettingsKey,
  meta: { offlineRoles: ['user', 'installer'] },
  queryFn: ({ signal }) => api.call(getAlertSettings, {}, { signal }),
});

export function useSaveAlertSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: AlertSettingsChange) => api.call(saveAlertSettings, { body }),
    meta: { isFailureShownInPlace: true },
    // Changes of boxes in quick succession are saved in their order.
    scope: { id: 'alert-settings' },
    onSuccess: (settings) => queryClient.setQueryData(alertSettingsQuery.queryKey, settings),
    onError: (error) =>
      showToast({ tone: 'failed', about: 'alert settings', text: failureWords(error, texts.saveFailed) }),
  });
}

export function useTurnOnPush(push: AlertSettings['push']) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => turnOnPush(push),
    meta: { isFailureShownInPlace: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertSettingsQuery.queryKey }),
  });
}

export function useRemoveBrowser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(removeBrowser, { params: { id } }),
    meta: { isFailureShownInPlace: true },
    onError: (error) => showToast({ tone: 'failed', about: 'push', text: failureWords(error, texts.pushOffFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertSettingsQuery.queryKey }),
  });
}

/** The test also appears in the list. The outcome appears beside the button. */
export function useSendTest() {
  return useMutation({
    mutationFn: () => api.call(sendTestAlert, {}),
    meta: { isFailureShownInPlace: true },
  });
}
