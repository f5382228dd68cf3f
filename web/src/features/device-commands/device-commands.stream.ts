import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type { DeviceCommand } from '@trace/contract/device-commands/device-commands.schema';
import { commandChangedEvent } from '@trace/contract/device-commands/device-commands.stream';
import { useCallback } from 'react';
import { rememberCommand } from './device-commands.queries.ts';

/** Shows each step of a command as soon as published (CTRL-03). */
export function useCommandStream(): void {
  const queryClient = useQueryClient();
  const remember = useCallback((command: DeviceCommand) => rememberCommand(queryClient, command), [queryClient]);
  useStreamEvent(commandChangedEvent, remember);
}
