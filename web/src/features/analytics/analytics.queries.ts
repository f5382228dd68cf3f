import { api, failureWords, isRefusal } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  getAnalytics,
  getAnalyticsRun,
  getCharts,
  listGroupDevices,
  updateAnalytics,
} from '@trace/contract/analytics/analytics.api';
import type { ChartDays } from '@trace/contract/analytics/analytics.rules';
import type { AnalyticsRun, DeviceGroup } from '@trace/contract/analytics/analytics.schema';
import { analyticsTexts as texts } from '@trace/contract/analytics/analytics.texts';
import { MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import { useEffect, useRef } from 'react';

/** Each read is recorded in the audit log, so the page does not refetch at each change of window. */
const FRESH_MS = 5 * MINUTE_MS;
const PROGRESS_EVERY_MS = SECOND_MS;

const analyticsQuery = queryOptions({
  queryKey: ['analytics', 'page'],
  queryFn: ({ signal }) => api.call(getAnalytics, {}, { signal }),
  staleTime: FRESH_MS,
});

export const useAnalytics = () => useQuery(analyticsQuery);

export const useGroupDevices = (group: DeviceGroup) =>
  useQuery({
    queryKey: ['analytics', 'devices', group],
    queryFn: ({ signal }) => api.call(listGroupDevices, { query: group }, { signal }),
    staleTime: FRESH_MS,
  });

/** Keeps the former span on the page while the next span loads. */
export const useCharts = (days: ChartDays) =>
  useQuery({
    queryKey: ['analytics', 'charts', days],
    queryFn: ({ signal }) => api.call(getCharts, { query: { days } }, { signal }),
    staleTime: FRESH_MS,
    placeholderData: (former) => former,
  });

const runQuery = queryOptions({
  queryKey: ['analytics', 'run'],
  queryFn: ({ signal }) => api.call(getAnalyticsRun, {}, { signal }),
  refetchInterval: ({ state }) => (isOpen(state.data?.run) ? PROGRESS_EVERY_MS : false),
});

const isOpen = (run: AnalyticsRun | null | undefined): boolean => run?.finishedAt === null;

export type Update = ReturnType<typeof useUpdate>;

/** The newest update, followed until its end, and a way to start the next one (ANA-04). A page uses it once. */
export function useUpdate() {
  const queryClient = useQueryClient();
  const run = useQuery(runQuery).data?.run ?? null;
  const followed = useRef<string | null>(null);

  useEffect(() => {
    if (run === null) return;
    if (run.finishedAt === null) followed.current = run.id;
    if (run.finishedAt === null || followed.current !== run.id) return;
    followed.current = null;
    if (run.outcome === 'failed') return showToast({ tone: 'failed', about: ABOUT, text: texts.updateFailed });
    showToast({ tone: 'done', about: ABOUT, text: texts.updated });
    void queryClient.invalidateQueries({ queryKey: ['analytics', 'page'] });
    void queryClient.invalidateQueries({ queryKey: ['analytics', 'devices'] });
  }, [run, queryClient]);

  const start = useMutation({
    mutationFn: () => api.call(updateAnalytics, { body: {} }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (started) => {
      followed.current = started.id;
      queryClient.setQueryData(runQuery.queryKey, { run: started });
    },
    onError: (error) => {
      showToast({ tone: 'failed', about: ABOUT, title: texts.updateFailed, text: failureWords(error) });
      if (isRefusal(error, 'conflict')) void queryClient.invalidateQueries(runQuery);
    },
  });
  return { run, isRunning: start.isPending || isOpen(run), start: () => start.mutate() };
}

const ABOUT = 'analytics update';
