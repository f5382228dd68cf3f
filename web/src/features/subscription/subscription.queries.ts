import { api } from '#lib/http/api.ts';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { checkSubscription, getSubscription, listReceipts } from '@trace/contract/subscription/subscription.api';
import { RECEIPTS_PAGE_SIZE } from '@trace/contract/subscription/subscription.rules';

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  meta: { offlineRoles: ['user'] },
  queryFn: ({ signal }) => api.call(getSubscription, {}, { signal }),
});

/** SUB-03: makes the server check the payment service again, then reloads the plan. */
export function useCheckSubscription() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await api.call(checkSubscription, { body: {} });
      return queryClient.fetchQuery({ ...subscriptionQuery, staleTime: 0 });
    },
    meta: { isFailureShownInPlace: true },
  });
}

export const receiptsQuery = infiniteQueryOptions({
  queryKey: ['subscription-receipts'],
  meta: { offlineRoles: ['user'] },
  queryFn: ({ pageParam, signal }) =>
    api.call(listReceipts, { query: { limit: RECEIPTS_PAGE_SIZE, after: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
});
