import { api } from '#lib/http/api.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { getOverview } from '@trace/contract/fleet/fleet.overview.api';

/** Maximum age of the counts. The list itself is live. */
const ASK_AGAIN_MS = 15 * SECOND_MS;

/** The key is below the key of all device lists, so invalidating the lists also invalidates this query. */
const overviewQuery = queryOptions({
  queryKey: ['devices', 'overview'],
  meta: { offlineRoles: ['installer'] },
  queryFn: ({ signal }) => api.call(getOverview, {}, { signal }),
  refetchInterval: ASK_AGAIN_MS,
});

/** Returns the installer's counts and the state of the portal's services, refetched while the page is open. */
export const useOverview = () => useQuery(overviewQuery);
