import { api } from '#lib/http/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { deviceStatusFunction } from '@trace/contract/device-status/device-status.function.api';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { ApiError } from '@trace/contract/kernel/client';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { getPath, listPositions } from '@trace/contract/tracking/tracking.api';
import { unpackPath } from '@trace/contract/tracking/tracking.path.rules';

/** The last 24 hours of a device. */
export const pathQuery = (serial: string) =>
  queryOptions({
    queryKey: ['path', serial],
    queryFn: async ({ signal }) => unpackPath(await api.call(getPath, { params: { serial } }, { signal })),
    staleTime: MINUTE_MS,
  });

/**
 * Fetches the positions that the server received since an instant (ms), except `known`, the ids of the positions that
 * the page has.
 */
export function fetchPositions(
  serial: string,
  { since, known }: { since: number; known: readonly string[] },
  signal: AbortSignal,
) {
  const query = { receivedSince: since, ...(known.length > 0 && { known: known.join() }) };
  return api.call(listPositions, { params: { serial }, query }, { signal });
}

export type Reach = 'online' | 'sleeping' | 'offline';

/** STAT-01: a sleeping device is neither online nor offline. STAT-02 says when a device counts as online. */
export function reachOf({ status, connectivity }: Pick<DeviceStatusView, 'status' | 'connectivity'>): Reach {
  if (status === 'sleeping') return 'sleeping';
  return status === 'online' || connectivity ? 'online' : 'offline';
}

/** Returns whether a device can be reached now, or null when unknown. Starting then shows the result (LIVE-02). */
export async function askReach(serialNumber: string): Promise<Reach | null> {
  try {
    const answer = await api.call(deviceStatusFunction, { body: { serialNumber, action: 'getStatus' } });
    return 'status' in answer ? reachOf(answer) : 'offline';
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
