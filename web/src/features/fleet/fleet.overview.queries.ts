import { api } from '#lib/http/api.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { getOverview } from '@trace/contract/fleet/fleet.overview.api';

/** Counts may be as old as that; the list itself is live. */
const ASK_AGAIN_MS = 15 * SECOND_MS;

/** Below the key of all lists of devices: what changes those, changes this. */
const overviewQuery = queryOptions({
  queryKey: ['devices', 'overview'],
  meta: { offlineRoles: ['installer'] },
  queryFn: ({ signal }) => api.call(getOverview, {}, { signal }),
  refetchInterval: ASK_AGAIN_MS,
});

/** The installer's counts and how the portal's own parts are, asked for again while somebody looks. */
export const useOverview = () => useQuery(overviewQuery);
