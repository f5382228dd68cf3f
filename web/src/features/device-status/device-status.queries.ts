import { api } from '#lib/api.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  deviceStatusFunction,
  listStatuses,
  type CheckedStatus,
} from '@trace/contract/device-status/device-status.api';
import { networkOf, statusPolling } from '@trace/contract/device-status/device-status.rules';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';

/** How the person's devices are, by serial. */
export const statusesQuery = queryOptions({
  queryKey: ['device-statuses'],
  meta: { keptFor: ['user', 'installer'] },
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

/** Asks how one device is, now. */
export async function checkStatus(serialNumber: string): Promise<CheckedStatus> {
  const answer = await api.call(deviceStatusFunction, { body: { serialNumber, action: 'getStatus' } });
  if (!('status' in answer)) throw new Error('the server answered another question than getStatus');
  return answer;
}

/** Puts what a check said over what is known; it knows less than a pushed status. */
export function rememberCheck(queryClient: QueryClient, serialNumber: string, checked: CheckedStatus): void {
  const { success: _, timeSinceLastHeartbeat: __, ...facts } = checked;
  const network = networkOf(checked.networkType, checked.connectivity);
  const unknown = { batteryPct: null, signalPct: null, expectedAt: null };
  const before = queryClient.getQueryData(statusesQuery.queryKey)?.get(serialNumber);
  rememberStatus(queryClient, { ...unknown, ...before, ...facts, serialNumber, network });
}
