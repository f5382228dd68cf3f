// Commands to devices: stored, delivered at most once and never late, paired with the one answer that belongs to them.
// Serves ping, tracking and people who steer a device; a sleeping device gets what waits for it when it wakes.
// portal.md §7, device-cloud facts §6 and §8; CTRL-04.
import { deviceCommandsHandlers } from './device-commands.device.ts';
import { deviceCommandsPersonData } from './device-commands.person-data.service.ts';
import { createDeviceCommandsService } from './device-commands.service.ts';

export function createDeviceCommandsFeature(dependencies: Parameters<typeof createDeviceCommandsService>[0]) {
  const service = createDeviceCommandsService(dependencies);
  return {
    port: service,
    deviceHandlers: deviceCommandsHandlers(service),
    personData: deviceCommandsPersonData,
    start: service.start,
  };
}
