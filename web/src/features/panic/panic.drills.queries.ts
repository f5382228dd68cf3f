import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { listDrills, startDrill, type Drill } from '@trace/contract/panic/drills/panic.drills.api';
import { drillTexts as texts } from '@trace/contract/panic/drills/panic.drills.texts';
import { panicKey } from './panic.queries.ts';

const WATCH_MS = 2 * SECOND_MS;

const isRunning = ({ messages }: Drill): boolean =>
  messages.some(({ channel, state }) => channel !== 'portal' && state === 'waiting');

/** The newest drills. Loads again while messages are on their way. */
export const drillsQuery = queryOptions({
  queryKey: [...panicKey, 'drills'],
  queryFn: async ({ signal }) => (await api.call(listDrills, {}, { signal })).drills,
  refetchInterval: ({ state: { data } }) => (data?.some(isRunning) ? WATCH_MS : false),
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
