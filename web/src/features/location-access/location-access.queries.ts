import { api, isRefusal } from '#lib/http/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { endAccess, listAccess } from '@trace/contract/location-access/location-access.api';

export const RELOAD_MS = 30 * SECOND_MS;

/** Above the ledger, of whichever device. */
export const looksKey = ['location-looks'] as const;

/**
 * Requests and grants on both sides. `aheadMs`: how far the server's clock, which decides when both end, is ahead of
 * the local clock.
 */
export const accessQuery = queryOptions({
  queryKey: ['location-access'],
  meta: { offlineRoles: ['user', 'installer'] },
  queryFn: async ({ signal }) => {
    const access = await api.call(listAccess, {}, { signal });
    return { ...access, aheadMs: Date.parse(access.asOf) - Date.now() };
  },
  // LOCREQ-02: at once by the stream, and at the latest so.
  refetchInterval: RELOAD_MS,
});

/** UDASH-12: the toasts about the access to a device's location replace each other. */
export const aboutAccess = (serial: string): string => `access ${serial}`;

/** Ends a grant. A grant that has already ended counts as success. */
export async function endGrant(id: string): Promise<void> {
  try {
    await api.call(endAccess, { params: { id } });
  } catch (error) {
    if (!isRefusal(error, 'conflict')) throw error;
  }
}
