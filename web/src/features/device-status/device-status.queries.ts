import { api } from '#lib/api.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { deviceStatusFunction, listStatuses } from '@trace/contract/device-status/device-status.api';
import { networkOf, statusPolling } from '@trace/contract/device-status/device-status.rules';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { AnswerOf } from '@trace/contract/kernel/endpoint';

/** How the person's devices are, by serial. */
export const statusesQuery = queryOptions({
  queryKey: ['device-statuses'],
  queryFn: async ({ signal }): Promise<ReadonlyMap<string, DeviceStatusView>> => {
    const { statuses } = await api.call(listStatuses, {}, { signal });
    return new Map(statuses.map((status) => [status.serialNumber, status]));
  },
  staleTime: statusPolling.cacheMs,
});

/** Puts one status in place of the one before. */
export function rememberStatus(queryClient: QueryClient, status: DeviceStatusView): void {
  queryClient.setQueryData(statusesQuery.queryKey, (before) => new Map(before).set(status.serialNumber, status));
}

type Checked = AnswerOf<typeof deviceStatusFunction>;

/** Asks how one device is, now. */
export function checkStatus(serialNumber: string): Promise<Checked> {
  return api.call(deviceStatusFunction, { body: { serialNumber, action: 'getStatus' } });
}

/** Puts what a check said over what is known; it knows less than a pushed status. */
export function rememberCheck(queryClient: QueryClient, serialNumber: string, checked: Checked): void {
  const { success: _, timeSinceLastHeartbeat: __, ...facts } = checked;
  const network = networkOf(checked.networkType, checked.connectivity);
  const unknown = { batteryPct: null, signalPct: null, expectedAt: null };
  const before = queryClient.getQueryData(statusesQuery.queryKey)?.get(serialNumber);
  rememberStatus(queryClient, { ...unknown, ...before, ...facts, serialNumber, network });
}
