import { api } from '#lib/http/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { listFixes } from '@trace/contract/tracking/tracking.fix.api';

/** When each of the person's devices last had a GPS fix, by serial; null: not lately. */
export const fixesQuery = queryOptions({
  queryKey: ['fixes'],
  meta: { offlineRoles: ['user'] },
  queryFn: async ({ signal }): Promise<ReadonlyMap<string, string | null>> => {
    const { fixes } = await api.call(listFixes, {}, { signal });
    return new Map(fixes.map(({ serialNumber, fixAt }) => [serialNumber, fixAt]));
  },
});
