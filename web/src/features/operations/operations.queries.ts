import { api, failureWords, isPassing } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  countAlarms,
  listFailedJobs,
  listMails,
  listQuarantined,
  readMail,
  readOperations,
  resendMail,
  retryJob,
} from '@trace/contract/operations/operations.api';
import { operationsRules as rules, type MailState } from '@trace/contract/operations/operations.rules';
import { operationsTexts as texts } from '@trace/contract/operations/operations.texts';

const key = ['operations'] as const;
const limit = rules.pageSize;

/** Loads again by itself, except in a hidden page (the default of `refetchInterval`). */
export const operationsQuery = queryOptions({
  queryKey: [...key, 'state'],
  queryFn: ({ signal }) => api.call(readOperations, {}, { signal }),
  refetchInterval: rules.refreshMs,
  staleTime: 0,
});

/** Staff without the admin flag are refused, which is not asked again. */
export const alarmCountQuery = queryOptions({
  queryKey: [...key, 'alarms'],
  queryFn: async ({ signal }) => (await api.call(countAlarms, {}, { signal })).alarms,
  refetchInterval: ({ state }) => (state.error === null || isPassing(state.error) ? rules.watchMs : false),
  retry: (_count, error) => isPassing(error) && _count < 2,
});

// The lists hold personal data, and each load is recorded, so they load only when they are opened and never by themselves.
const asked = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;
const paged = {
  ...asked,
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
};

export const mailsQuery = (state: MailState, search: string) =>
  infiniteQueryOptions({
    queryKey: [...key, 'mails', state, search],
    queryFn: ({ signal, pageParam: after }) =>
      api.call(listMails, { query: { state, search, after, limit } }, { signal }),
    ...paged,
  });

export const mailTextQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'mail', id],
    queryFn: ({ signal }) => api.call(readMail, { params: { id } }, { signal }),
    ...asked,
    retry: false,
  });

export const failedJobsQuery = infiniteQueryOptions({
  queryKey: [...key, 'failed-jobs'],
  queryFn: ({ signal, pageParam: after }) => api.call(listFailedJobs, { query: { after, limit } }, { signal }),
  ...paged,
});

export const quarantineQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...key, 'quarantine', search],
    queryFn: ({ signal, pageParam: after }) =>
      api.call(listQuarantined, { query: { search, after, limit } }, { signal }),
    ...paged,
  });

export const useResendMail = () =>
  useAction((id) => api.call(resendMail, { params: { id } }), { done: texts.resent, failed: texts.resendFailed });

export const useRetryJob = () =>
  useAction((id) => api.call(retryJob, { params: { id } }), { done: texts.retried, failed: texts.retryFailed });

function useAction(act: (id: string) => Promise<unknown>, words: { done: string; failed: string }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    meta: { isFailureShownInPlace: true },
    onSuccess: () => showToast({ tone: 'done', about: 'operations', text: words.done }),
    onError: (error) => showToast({ tone: 'failed', about: 'operations', text: failureWords(error, words.failed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}
