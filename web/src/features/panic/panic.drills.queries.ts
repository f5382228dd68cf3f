import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listDrills, startDrill, type Drill } from '@trace/contract/panic/drills/panic.drills.api';
import { drillTexts as texts } from '@trace/contract/panic/drills/panic.drills.texts';
import { panicKey, RECHECK_MS } from './panic.queries.ts';

const isRunning = ({ messages }: Drill): boolean =>
  messages.some(({ channel, state }) => channel !== 'portal' && state === 'waiting');

/** The newest drills. The stream announces each message that was sent (`usePanicStream`). */
export const drillsQuery = queryOptions({
  queryKey: [...panicKey, 'drills'],
  queryFn: async ({ signal }) => (await api.call(listDrills, {}, { signal })).drills,
  refetchInterval: ({ state: { data } }) => (data?.some(isRunning) ? RECHECK_MS : false),
});

export function useStartDrill() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (serialNumber: string) => api.call(startDrill, { body: { serialNumber } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: () => {
      showToast({ tone: 'done', about: 'drill', text: texts.started });
      return queryClient.invalidateQueries({ queryKey: drillsQuery.queryKey });
    },
    onError: (error) => showToast({ tone: 'failed', about: 'drill', text: failureWords(error, texts.startFailed) }),
  });
}
