// Commands to devices: stored, delivered at most once and never late, paired with the one answer that belongs to them.
// Serves ping, tracking and people who steer a device; a sleeping device gets what waits for it when it wakes.
// portal.md §7, device-cloud facts §6 and §8; CTRL-04.
import { commandChangedEvent } from '@trace/contract/device-commands/device-commands.stream';
import type { DevicesPort } from '#features/devices/devices.port';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Jobs } from '#platform/jobs/jobs';
import type { SureEvent } from '#platform/stream/streams';
import { deviceCommandsHandlers } from './device-commands.device.ts';
import { createForsaken } from './device-commands.forsaken.service.ts';
import { createFindForsaken } from './device-commands.sender.service.ts';
import { createCommandFunction, type LocatingParts } from './device-commands.function.service.ts';
import { createManualCommands, type ManualDependencies } from './device-commands.manual.service.ts';
import { deviceCommandsPersonData } from './device-commands.person-data.service.ts';
import { deviceCommandsRoutes } from './device-commands.routes.ts';
import {
  createDeviceCommandsService,
  type CommandLine,
  type DeviceCommandsDependencies,
} from './device-commands.service.ts';
import { createTimeline, type NamesOf } from './device-commands.timeline.service.ts';
import { oldestUnanswered, type Among } from './device-commands.unanswered.service.ts';

export interface DeviceCommandsFeatureDependencies extends Omit<DeviceCommandsDependencies, 'devices'> {
  devices: DevicesPort;
  jobs: Jobs;
  statusOf: ManualDependencies['statusOf'];
  namesOf: NamesOf;
  /** Of features that use this one, and are made later. */
  parts: LocatingParts;
}

export function createDeviceCommandsFeature(dependencies: DeviceCommandsFeatureDependencies) {
  const { clock, log } = dependencies;
  const commands = createDeviceCommandsService(dependencies);
  const forsaken = createForsaken(dependencies.database, commands, createFindForsaken(dependencies.devices));
  dependencies.jobs.everyProcessOnce('device-commands.forsaken', MINUTE_MS, forsaken.sweep);
  const manual = createManualCommands({ ...dependencies, commands });
  const timeline = createTimeline({ ...dependencies, commands });
  const changed: SureEvent<typeof commandChangedEvent> = {
    event: commandChangedEvent,
    present: (payload, actor) => timeline.presentChanged(payload as { requestId: string }, actor),
  };
  return {
    port: commands,
    endForsaken: forsaken.endForsaken,
    endOfDevice: forsaken.endOfDevice,
    oldestUnanswered: (among: Among) => oldestUnanswered(dependencies.database, among),
    routes: deviceCommandsRoutes(createCommandFunction(manual, dependencies.parts), timeline),
    sureEvents: [changed as SureEvent],
    deviceHandlers: deviceCommandsHandlers(commands),
    personData: deviceCommandsPersonData,
    async start(line: CommandLine) {
      const stopDelivering = await commands.start(line);
      const stopRenewing = line.onReady((serial) => {
        manual
          .renewSettings(serial, clock.now())
          .catch((error: unknown) => log.error({ err: error, serial }, 'settings could not be given again'));
      });
      return () => {
        stopRenewing();
        stopDelivering();
      };
    },
  };
}
