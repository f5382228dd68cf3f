import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { deviceStatusEvent } from '@trace/contract/device-status/device-status.stream';
import { helloEvent } from '@trace/contract/kernel/stream';
import { useCallback } from 'react';
import { rememberStatus, statusesQuery } from './device-status.queries.ts';

/**
 * Applies each pushed change of a status. A stream that restarts may have missed changes, so all statuses are reloaded
 * (STAT-04).
 */
export function useStatusStream(): void {
  const queryClient = useQueryClient();
  const remember = useCallback((status: DeviceStatusView) => rememberStatus(queryClient, status), [queryClient]);
  const reload = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: statusesQuery.queryKey }),
    [queryClient],
  );
  useStreamEvent(deviceStatusEvent, remember);
  useStreamEvent(helloEvent, reload);
}
