import { api, failureWords } from '#lib/http/api.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getHubReporting, removeHubReporting, saveHubReporting } from '@trace/contract/hub-receiver/hub-receiver.api';
import type { HubReporting, NewHubAccount } from '@trace/contract/hub-receiver/hub-receiver.schema';
import { hubReceiverTexts as texts } from '@trace/contract/hub-receiver/hub-receiver.texts';
import { SECOND_MS } from '@trace/contract/kernel/time';

/** Direct hub reports of a device. Polled while shown, because a person waits for the first report of the hub. */
export const reportingQuery = (serial: string) =>
  queryOptions({
    queryKey: ['hub-receiver', serial],
    queryFn: ({ signal }) => api.call(getHubReporting, { params: { serial } }, { signal }),
    refetchInterval: 5 * SECOND_MS,
  });

export function useSaveReporting(serial: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewHubAccount) => api.call(saveHubReporting, { params: { serial }, body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (reporting: HubReporting) => {
      queryClient.setQueryData(reportingQuery(serial).queryKey, reporting);
      showToast({ tone: 'done', about: `hub reports ${serial}`, text: texts.saved });
    },
    onError: (error) => {
      if (refusedField(error) === null)
        showToast({
          tone: 'failed',
          about: `hub reports ${serial}`,
          title: texts.saveFailedTitle,
          text: failureWords(error),
        });
    },
  });
}

export function useRemoveReporting(serial: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(removeHubReporting, { params: { serial } }),
    onSuccess: (reporting: HubReporting) => {
      queryClient.setQueryData(reportingQuery(serial).queryKey, reporting);
      showToast({ tone: 'done', about: `hub reports ${serial}`, text: texts.removed });
    },
  });
}
