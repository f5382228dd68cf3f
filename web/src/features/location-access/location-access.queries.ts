import { api, failureWords } from '#lib/api.ts';
import { showToast } from '#ui/toast.tsx';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { answerRequest, endAccess, listAccess, listLooks } from '@trace/contract/location-access/location-access.api';
import { LOOKS_PAGE_SIZE } from '@trace/contract/location-access/location-access.rules';
import type { AccessGrant, AccessRequest } from '@trace/contract/location-access/location-access.schema';
import { locationAccessTexts } from '@trace/contract/location-access/location-access.texts';
import { accessUserTexts } from '@trace/contract/location-access/location-access.user.texts';

const RELOAD_MS = 30 * SECOND_MS;

/** Requests and grants on both sides. `aheadMs`: how far the server's clock, by which they end, is ahead of this one. */
export const accessQuery = queryOptions({
  queryKey: ['location-access'],
  queryFn: async ({ signal }) => {
    const access = await api.call(listAccess, {}, { signal });
    return { ...access, aheadMs: Date.parse(access.asOf) - Date.now() };
  },
  // LOCREQ-02: at once by the stream, and at the latest so.
  refetchInterval: RELOAD_MS,
});

/** The ledger, newest first; of one device when it is named. */
export const looksQuery = (serialNumber: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['location-looks', serialNumber ?? ''],
    queryFn: ({ signal, pageParam }) =>
      api.call(listLooks, { query: { serialNumber, after: pageParam, limit: LOOKS_PAGE_SIZE } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

interface Answered {
  request: AccessRequest;
  answer: 'approved' | 'denied';
}

export function useAnswerRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ request, answer }: Answered) =>
      api.call(answerRequest, { params: { id: request.id }, body: { answer } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (_done, { request, answer }) => {
      const text =
        answer === 'approved'
          ? accessUserTexts.approved(request.requester?.name ?? locationAccessTexts.formerPerson, request.minutes)
          : accessUserTexts.denied;
      showToast({ tone: 'done', text });
    },
    onError: () =>
      showToast({
        tone: 'failed',
        title: locationAccessTexts.respondFailedTitle,
        text: locationAccessTexts.respondFailed,
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accessQuery.queryKey }),
  });
}

export function useEndAccess() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AccessGrant) => api.call(endAccess, { params: { id } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (_done, { holder }) =>
      showToast({ tone: 'done', text: accessUserTexts.ended(holder?.name ?? locationAccessTexts.formerPerson) }),
    onError: (error) => showToast({ tone: 'failed', text: failureWords(error, accessUserTexts.endFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accessQuery.queryKey }),
  });
}
