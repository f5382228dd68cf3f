import type { DeviceHandler } from '#platform/devices/device-message';
import type { Programming } from './device-setup.programming.service.ts';

/** A device that reports working with the settings is no longer programmed. */
export function deviceSetupHandlers(programming: Pick<Programming, 'takeHeartbeats'>) {
  const heartbeats: DeviceHandler<'heartbeat'> = {
    name: 'device-setup heartbeat',
    kind: 'heartbeat',
    store: (tx, messages) => programming.takeHeartbeats(tx.executor, messages),
  };
  return [heartbeats];
}
