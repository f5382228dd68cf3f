import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { companyChangedEvent } from '@trace/contract/companies/companies.stream';
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import { useCallback } from 'react';
import { devicesQuery } from './devices.queries.ts';

/**
 * Reloads the device lists when the server publishes a change. After a change of a company too: a new employee gains the
 * company's devices, and a former employee must no longer read their users (IDEV-07).
 */
export function useDevicesStream(): void {
  const queryClient = useQueryClient();
  const reload = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey }),
    [queryClient],
  );
  useStreamEvent(devicesChangedEvent, reload);
  useStreamEvent(companyChangedEvent, reload);
}
