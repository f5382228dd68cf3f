import { api } from '#lib/http/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { listRecentUpdates } from '@trace/contract/recent-updates/recent-updates.api';

/** Updates appear a few times a month, so a delay of minutes is acceptable. */
const FRESH_MS = 10 * MINUTE_MS;

export const recentUpdatesQuery = queryOptions({
  queryKey: ['recent-updates'],
  meta: { offlineRoles: ['user', 'installer'] },
  queryFn: async ({ signal }) => (await api.call(listRecentUpdates, {}, { signal })).updates,
  staleTime: FRESH_MS,
});
