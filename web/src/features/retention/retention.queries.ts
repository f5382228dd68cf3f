import { api } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { listRetentionRuns, restoreArchive } from '@trace/contract/retention/retention.api';
import { retentionTexts as texts } from '@trace/contract/retention/retention.texts';

export interface RestorationForm {
  serialNumber: string;
  fromDay: string;
  untilDay: string;
  reason: string;
}

export const retentionRunsQuery = infiniteQueryOptions({
  queryKey: ['support', 'retention'],
  queryFn: ({ signal, pageParam }) => api.call(listRetentionRuns, { query: { after: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
});

/** Restores archived days for the user of a device. The form shows a refusal. */
export function useRestoreArchive() {
  return useMutation({
    mutationFn: (body: RestorationForm) => api.call(restoreArchive, { body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: () => showToast({ tone: 'done', about: 'archive restored', text: texts.restored }),
  });
}
