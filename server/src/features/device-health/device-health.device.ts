import type { DeviceHandler } from '#platform/devices/device-message';
import type { DeviceHealthService } from './device-health.service.ts';

export function deviceHealthHandlers(service: DeviceHealthService) {
  const events: DeviceHandler<'event'> = {
    name: 'device-health event',
    kind: 'event',
    store: (tx, messages) => service.keepEvents(tx.executor, messages),
  };
  const logs: DeviceHandler<'log'> = {
    name: 'device-health log',
    kind: 'log',
    store: (tx, messages) => service.keepLogs(tx.executor, messages),
  };
  return [events, logs];
}
