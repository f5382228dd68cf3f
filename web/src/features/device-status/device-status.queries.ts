import { api } from '#lib/http/api.ts';
import { applyPushedUpdate } from '#lib/stream/stream-cache-updates.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { statusPolling } from '@trace/contract/device-status/device-status.rules';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';

/** How the person's devices are, by serial. */
export const statusesQuery = queryOptions({
  queryKey: ['device-statuses'],
  meta: { offlineRoles: ['user', 'installer'] },
  queryFn: async ({ signal }): Promise<ReadonlyMap<string, DeviceStatusView>> => {
    const { statuses } = await api.call(listStatuses, {}, { signal });
    return new Map(statuses.map((status) => [status.serialNumber, status]));
  },
  staleTime: statusPolling.cacheMs,
});

/** Replaces the stored status of one device. */
export function rememberStatus(queryClient: QueryClient, status: DeviceStatusView): void {
  applyPushedUpdate(queryClient, statusesQuery.queryKey, (before) => new Map(before).set(status.serialNumber, status));
}
