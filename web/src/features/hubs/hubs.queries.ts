import { api } from '#lib/http/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { getHubService } from '@trace/contract/hubs/hubs.api';

/** Whether hubs can be linked on this server at all. */
export const hubServiceQuery = queryOptions({
  queryKey: ['hubs', 'service'],
  meta: { offlineRoles: ['installer'] },
  queryFn: ({ signal }) => api.call(getHubService, {}, { signal }),
  select: ({ isOn }) => isOn,
});
