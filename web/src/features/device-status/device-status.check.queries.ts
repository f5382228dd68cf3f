import { api } from '#lib/http/api.ts';
import type { QueryClient } from '@tanstack/react-query';
import { deviceStatusFunction, type CheckedStatus } from '@trace/contract/device-status/device-status.function.api';
import { networkOf } from '@trace/contract/device-status/device-status.rules';
import { rememberStatus, statusesQuery } from './device-status.queries.ts';

/** Requests the current status of one device. */
export async function checkStatus(serialNumber: string): Promise<CheckedStatus> {
  const answer = await api.call(deviceStatusFunction, { body: { serialNumber, action: 'getStatus' } });
  if (!('status' in answer)) throw new Error('the server answered another question than getStatus');
  return answer;
}

/** Merges the result of a check into the stored status. A check has fewer fields than a pushed status. */
export function rememberCheck(queryClient: QueryClient, serialNumber: string, checked: CheckedStatus): void {
  const { success: _, timeSinceLastHeartbeat: __, ...facts } = checked;
  const network = networkOf(checked.networkType, checked.connectivity);
  const unknown = { batteryPct: null, signalPct: null, expectedAt: null, clockWrongSince: null, clockOffSec: null };
  const before = queryClient.getQueryData(statusesQuery.queryKey)?.get(serialNumber);
  rememberStatus(queryClient, { ...unknown, ...before, ...facts, serialNumber, network });
}
