import { api } from '#lib/http/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { getHistoryDay, listHistoryDays } from '@trace/contract/tracking/tracking.history.api';
import { unpackHistory, type HistoryPath } from '@trace/contract/tracking/tracking.history.rules';
import type { HistoryDay } from '@trace/contract/tracking/tracking.history.schema';

/** Which days of a device hold positions. */
export const historyDaysQuery = (serial: string) =>
  queryOptions({
    queryKey: ['history-days', serial],
    queryFn: ({ signal }) => api.call(listHistoryDays, { params: { serial } }, { signal }),
    staleTime: MINUTE_MS,
  });

/** A day with its path unpacked. */
export type LoadedDay = Omit<HistoryDay, 'path' | 'speeds'> & { path: HistoryPath };

export const historyDayQuery = (serial: string, day: string) =>
  queryOptions({
    queryKey: ['history-day', serial, day],
    queryFn: async ({ signal }): Promise<LoadedDay> => {
      const { speeds, path, ...rest } = await api.call(getHistoryDay, { params: { serial, day } }, { signal });
      return { ...rest, path: unpackHistory({ path, speeds }) };
    },
    // A device that was without a network may still tell of a day that has passed.
    staleTime: MINUTE_MS,
  });
