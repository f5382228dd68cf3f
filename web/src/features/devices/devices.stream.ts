import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import { useCallback } from 'react';
import { devicesQuery } from './devices.queries.ts';

/** Reloads the device list when the server publishes a change. */
export function useDevicesStream(): void {
  const queryClient = useQueryClient();
  const reload = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey }),
    [queryClient],
  );
  useStreamEvent(devicesChangedEvent, reload);
}
