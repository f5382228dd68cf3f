import type { DeviceHandler } from '#platform/devices/device-message';
import type { DeviceCommandsService } from './device-commands.service.ts';

export function deviceCommandsHandlers(service: DeviceCommandsService) {
  const replies: DeviceHandler<'reply'> = {
    name: 'device-commands reply',
    kind: 'reply',
    store: (tx, messages) => service.takeReplies(tx.executor, messages),
  };
  return [replies];
}
