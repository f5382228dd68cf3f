// How each device is: online, asleep, silent, in trouble, from what it reports and from its silence.
// Serves everybody who has a device in a list, and features that ask before they command.
// portal.md §3, §4; STAT.
import { deviceStatusHandlers } from './device-status.device.ts';
import { deviceStatusRoutes } from './device-status.routes.ts';
import { createDeviceStatusService, type DeviceStatusDependencies } from './device-status.service.ts';

export function createDeviceStatusFeature(dependencies: DeviceStatusDependencies) {
  const service = createDeviceStatusService(dependencies);
  return {
    port: service,
    routes: deviceStatusRoutes(service, dependencies.clock),
    deviceHandlers: deviceStatusHandlers(service),
    start: service.start,
  };
}
