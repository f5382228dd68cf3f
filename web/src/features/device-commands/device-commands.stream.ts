import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type { DeviceCommand } from '@trace/contract/device-commands/device-commands.schema';
import { commandChangedEvent } from '@trace/contract/device-commands/device-commands.stream';
import { setupChangedEvent } from '@trace/contract/device-setup/device-setup.stream';
import { useCallback } from 'react';
import { rememberCommand, timelineQuery } from './device-commands.queries.ts';

/** Shows each step of a device's commands as soon as published (CTRL-03). */
export function useCommandStream(serial: string): void {
  const queryClient = useQueryClient();
  const remember = useCallback((command: DeviceCommand) => rememberCommand(queryClient, command), [queryClient]);
  useStreamEvent(commandChangedEvent, remember);
  // The commands of a setup have no events of their own.
  const reload = useCallback(
    ({ serialNumber }: { serialNumber: string }) => {
      if (serialNumber === serial) void queryClient.invalidateQueries({ queryKey: timelineQuery(serial).queryKey });
    },
    [queryClient, serial],
  );
  useStreamEvent(setupChangedEvent, reload);
}
