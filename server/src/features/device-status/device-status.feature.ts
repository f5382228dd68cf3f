// The status of each device: online, asleep, silent, in trouble, from reports and from silence.
// Serves everyone with a device in a list, and features that check the status before sending a command.
// Rows STAT, FN-01.
import type { Feature } from '#platform/feature/feature';
import { createStatusCounts } from './device-status.counts.service.ts';
import { deviceStatusHandlers } from './device-status.device.ts';
import type { DeviceStatusPort, StatusCountsPort } from './device-status.port.ts';
import { deviceStatusRoutes } from './device-status.routes.ts';
import { createDeviceStatusService, type DeviceStatusDependencies } from './device-status.service.ts';

export function createDeviceStatusFeature(
  dependencies: DeviceStatusDependencies,
): Feature & { readonly port: DeviceStatusPort; readonly counts: StatusCountsPort } {
  const service = createDeviceStatusService(dependencies);
  return {
    name: 'device-status',
    port: service,
    counts: createStatusCounts(dependencies.database),
    routes: deviceStatusRoutes(service),
    deviceHandlers: deviceStatusHandlers(service),
    start: () => service.start(),
  };
}
