// Commands to devices: stored, delivered at most once and never late, matched with their single answer.
// Serves ping, tracking and people controlling a device. A sleeping device gets waiting commands on wake.
// Rows CTRL-04.
import { commandChangedEvent } from '@trace/contract/device-commands/device-commands.stream';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { DeviceHooksPort, DevicesPort } from '#features/devices/devices.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Feature } from '#platform/feature/feature';
import type { Jobs } from '#platform/jobs/jobs';
import { pushDurably } from '#platform/stream/durable-event';
import { commandChanged } from './device-commands.events.ts';
import { deviceCommandsHandlers } from './device-commands.device.ts';
import { createOrphanedCommands } from './device-commands.orphaned.service.ts';
import { createManualCommands } from './device-commands.manual.service.ts';
import { deviceCommandsPersonData } from './device-commands.person-data.service.ts';
import type { CommandMonitorPort, DeviceCommandsPort, ManualCommandsPort } from './device-commands.port.ts';
import { deleteOldCommands } from './device-commands.retention.store.ts';
import { deviceCommandsRoutes } from './device-commands.routes.ts';
import { createFindOrphaned } from './device-commands.sender-access.service.ts';
import {
  createDeviceCommandsService,
  type CommandLine,
  type DeviceCommandsDependencies,
} from './device-commands.service.ts';
import { createTimeline } from './device-commands.timeline.service.ts';
import { oldestUnanswered } from './device-commands.unanswered.service.ts';

export interface DeviceCommandsFeatureDependencies extends Omit<DeviceCommandsDependencies, 'devices'> {
  devices: DevicesPort;
  deviceHooks: Pick<DeviceHooksPort, 'onReplace' | 'onRelationEnded'>;
  deviceStatus: Pick<DeviceStatusPort, 'statusOf'>;
  people: Pick<PeoplePort, 'accountsOf'>;
  jobs: Jobs;
  /** The connection to devices; called when the feature starts. */
  line(): CommandLine;
}

export interface DeviceCommandsFeature extends Feature {
  readonly port: DeviceCommandsPort;
  readonly manual: ManualCommandsPort;
  readonly monitor: CommandMonitorPort;
}

export function createDeviceCommandsFeature(dependencies: DeviceCommandsFeatureDependencies): DeviceCommandsFeature {
  const { clock, database, deviceHooks, jobs, log } = dependencies;
  const commands = createDeviceCommandsService(dependencies);
  const orphaned = createOrphanedCommands(database, commands, createFindOrphaned(dependencies.devices));
  deviceHooks.onReplace((tx, { from }) => orphaned.endOfDevice(tx, from.id));
  jobs.schedule('device-commands.orphaned', MINUTE_MS, orphaned.sweep);
  const manual = createManualCommands({ ...dependencies, commands });
  const timeline = createTimeline({ ...dependencies, commands });
  return {
    name: 'device-commands',
    port: commands,
    manual,
    monitor: {
      isDelivering: commands.isDelivering,
      oldestUnanswered: (among) => oldestUnanswered(database, among),
    },
    routes: deviceCommandsRoutes(timeline),
    durableEvents: [pushDurably(commandChangedEvent, commandChanged, timeline.presentChanged)],
    deviceHandlers: deviceCommandsHandlers(commands),
    personData: deviceCommandsPersonData(commands, dependencies.devices),
    retention: [{ kind: 'commands', take: deleteOldCommands }],
    after: { deviceHandlers: ['device-status'] },
    async start() {
      const line = dependencies.line();
      const stops = [
        deviceHooks.onRelationEnded((deviceId) => orphaned.cancelOrphaned(deviceId)),
        await commands.start(line),
        line.onReady((serial) => {
          manual
            .renewSettings(serial, clock.now())
            .catch((error: unknown) =>
              log.error(
                { err: error, serial },
                'Resending settings to a reconnected device failed, retrying at its next connection',
              ),
            );
        }),
      ];
      return () => stops.toReversed().forEach((stop) => stop());
    },
  };
}
