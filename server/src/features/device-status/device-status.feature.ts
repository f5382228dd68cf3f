// How each device is: online, asleep, silent, in trouble, from what it reports and from its silence.
// Serves everybody who has a device in a list, and features that ask before they command.
// portal.md §3, §4, §7 (device-status); STAT, FN-01.
import { deviceStatusFunction } from '@trace/contract/device-status/device-status.function.api';
import { verifySerial } from '@trace/contract/devices/devices.registration.api';
import { createCallLimits } from '#platform/http/call-limits';
import { deviceStatusHandlers } from './device-status.device.ts';
import { createStatusFunction, type StatusFunctionParts } from './device-status.function.service.ts';
import { deviceStatusRoutes } from './device-status.routes.ts';
import { createDeviceStatusService, type DeviceStatusDependencies } from './device-status.service.ts';

export interface DeviceStatusFeatureDependencies extends DeviceStatusDependencies {
  parts: StatusFunctionParts;
}

export function createDeviceStatusFeature(dependencies: DeviceStatusFeatureDependencies) {
  const { clock, parts } = dependencies;
  const service = createDeviceStatusService(dependencies);
  const limits = createCallLimits(clock);
  const countVerify = (accountId: string): void =>
    limits.count(deviceStatusFunction.name, accountId, verifySerial.limit!);
  const statusFunction = createStatusFunction({ service, clock, parts, countVerify });
  return {
    port: service,
    routes: deviceStatusRoutes(service, statusFunction),
    deviceHandlers: deviceStatusHandlers(service),
    start() {
      const stopService = service.start();
      return () => {
        stopService();
        limits.stop();
      };
    },
  };
}
