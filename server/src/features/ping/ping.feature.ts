// A person asks a device for its position. Free users have a limit, which is exact under any number of concurrent
// requests.
// Serves users and installers. The locations that pings find are part of a device's path.
// Rows PING.
import { pingFinishedEvent } from '@trace/contract/ping/ping.stream';
import type { AssignmentsPort, DeviceHooksPort } from '#features/devices/devices.port';
import type { Feature } from '#platform/feature/feature';
import type { Jobs } from '#platform/jobs/jobs';
import { pushDurably } from '#platform/stream/durable-event';
import { pingFinished } from './ping.events.ts';
import { forgetRemovedDevices, pingPersonData } from './ping.person-data.service.ts';
import { listEndedPings } from './ping.counts.store.ts';
import type { PhonePlacesPort, PingCountsPort, PingingPort, PingPort } from './ping.port.ts';
import { createOwnPings } from './ping.own.service.ts';
import { archiveOldPings, deleteArchivedPings } from './ping.retention.store.ts';
import { createPhonePlaces } from './ping.phones.service.ts';
import { pingRoutes } from './ping.routes.ts';
import { createPingService, type PingDependencies } from './ping.service.ts';

export function createPingFeature(
  dependencies: Omit<PingDependencies, 'phonePlaces'> & {
    devices: AssignmentsPort;
    deviceHooks: Pick<DeviceHooksPort, 'onRemove'>;
    jobs: Jobs;
  },
): Feature & {
  readonly port: PingPort & PingingPort;
  readonly counts: PingCountsPort;
  readonly phonePlaces: PhonePlacesPort;
} {
  const phonePlaces = createPhonePlaces();
  const service = createPingService({ ...dependencies, phonePlaces });
  const own = createOwnPings(dependencies);
  dependencies.commands.onFinished('ping', service.settle);
  dependencies.deviceHooks.onRemove(forgetRemovedDevices(dependencies.database, dependencies.jobs));
  return {
    name: 'ping',
    port: { ...service, listLastPlaces: own.listLastPlaces },
    phonePlaces: phonePlaces.port,
    counts: { endedBetween: listEndedPings },
    routes: pingRoutes(service, own),
    durableEvents: [pushDurably(pingFinishedEvent, pingFinished, service.presentFinished)],
    personData: pingPersonData(dependencies.devices, dependencies.clock),
    retention: [
      { kind: 'pings', take: archiveOldPings },
      { kind: 'archivedPings', take: deleteArchivedPings },
    ],
  };
}
