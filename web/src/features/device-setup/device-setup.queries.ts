import { api } from '#lib/http/api.ts';
import { pageData } from '#lib/stream/page-data.ts';
import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { getSetup } from '@trace/contract/device-setup/device-setup.api';
import type { DeviceSetup } from '@trace/contract/device-setup/device-setup.schema';
import { setupChangedEvent } from '@trace/contract/device-setup/device-setup.stream';
import { useCallback } from 'react';

/** The hub and SIM settings of a device, and the state of programming. */
export const setupQuery = (serial: string) =>
  queryOptions({
    queryKey: ['device-setup', serial],
    queryFn: ({ signal }) => api.call(getSetup, { params: { serial } }, { signal }),
    ...pageData,
  });

/** Writes the server's answer to the cache, so that the page shows the answer at once. */
export function rememberSetup(queryClient: QueryClient, setup: DeviceSetup): void {
  queryClient.setQueryData(setupQuery(setup.serialNumber).queryKey, setup);
}

/** Keeps the shown setup of a device in sync with the server. */
export function useSetupStream(serial: string): void {
  const queryClient = useQueryClient();
  const reload = useCallback(
    ({ serialNumber }: { serialNumber: string }) => {
      if (serialNumber === serial) void queryClient.invalidateQueries(setupQuery(serial));
    },
    [queryClient, serial],
  );
  useStreamEvent(setupChangedEvent, reload);
}
