import { api } from '#lib/http/api.ts';
import { serverNowMs } from '#lib/stream/server-clock.ts';
import { queryOptions } from '@tanstack/react-query';
import { addDays, dayStart } from '@trace/contract/kernel/calendar';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { getHistoryDay, listHistoryDays } from '@trace/contract/tracking/tracking.history.api';
import { unpackHistory, type HistoryPath } from '@trace/contract/tracking/tracking.history.rules';
import type { HistoryDay, HistoryDays } from '@trace/contract/tracking/tracking.history.schema';

/** The day after `today` begins in so many ms, in the account's time zone. */
const nextDayInMs = ({ timeZone, today }: HistoryDays): number =>
  dayStart(timeZone, addDays(today, 1)).getTime() - serverNowMs();

/** Which days of a device hold positions. Loads again at midnight, because the page can be open for days. */
export const historyDaysQuery = (serial: string) =>
  queryOptions({
    queryKey: ['history-days', serial],
    queryFn: ({ signal }) => api.call(listHistoryDays, { params: { serial } }, { signal }),
    staleTime: MINUTE_MS,
    refetchInterval: ({ state: { data } }) => data !== undefined && Math.max(MINUTE_MS, nextDayInMs(data)),
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
