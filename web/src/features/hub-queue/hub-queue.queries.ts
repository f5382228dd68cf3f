import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listSetAside, readHubQueue, sqsPanicListenerFunction } from '@trace/contract/hub-queue/hub-queue.api';
import { ALL_HUBS, hubQueueRules as rules } from '@trace/contract/hub-queue/hub-queue.rules';
import type { RoundResult } from '@trace/contract/hub-queue/hub-queue.schema';
import { hubQueueTexts as texts } from '@trace/contract/hub-queue/hub-queue.texts';

const key = ['hub-queue'] as const;
const limit = rules.pageSize;

/** Loads again by itself, except in a hidden page (the default of `refetchInterval`). */
export const hubQueueQuery = queryOptions({
  queryKey: [...key, 'state'],
  queryFn: ({ signal }) => api.call(readHubQueue, {}, { signal }),
  refetchInterval: rules.refreshMs,
  staleTime: 0,
});

export const setAsideQuery = infiniteQueryOptions({
  queryKey: [...key, 'set-aside'],
  queryFn: ({ signal, pageParam: after }) => api.call(listSetAside, { query: { after, limit } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
});

export interface RoundRequest {
  hubId: string;
  /** For all hubs. */
  reason?: string;
}

/** Asks for a round of the queue, and says in a toast what was found. */
export function useRound() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RoundRequest) => api.call(sqsPanicListenerFunction, { body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (result) => showToast(foundToast(result)),
    onError: (error, { hubId }) => {
      const reason = failureWords(error);
      const text = hubId === ALL_HUBS ? texts.checkFailed(reason) : texts.testFailed(reason);
      showToast({ tone: 'failed', about: 'panic test', text });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}

function foundToast({ hubId, processedEvents }: RoundResult) {
  const isAll = hubId === ALL_HUBS;
  const about = 'panic test';
  if (processedEvents === 0)
    return { tone: 'info' as const, about, text: isAll ? texts.noneFoundAll : texts.noneFound(hubId) };
  const text = isAll ? texts.processedAll(processedEvents) : texts.processed(processedEvents, hubId);
  return { tone: 'done' as const, about, text };
}
