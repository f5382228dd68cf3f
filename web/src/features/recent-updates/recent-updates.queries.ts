import { api } from '#lib/http/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { listRecentUpdates } from '@trace/contract/recent-updates/recent-updates.api';

/** News is written a few times a month: nobody has to see it within minutes. */
const FRESH_MS = 10 * MINUTE_MS;

export const recentUpdatesQuery = queryOptions({
  queryKey: ['recent-updates'],
  meta: { offlineRoles: ['user', 'installer'] },
  queryFn: async ({ signal }) => (await api.call(listRecentUpdates, {}, { signal })).updates,
  staleTime: FRESH_MS,
});
