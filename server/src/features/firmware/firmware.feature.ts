// Firmware of trackers: signed images, rollouts in rings, and the updates of single devices.
// Serves support staff, users, installers, and the devices that ask and load.
// Portal §7, back office §4 (Firmware Management), acceptance FWM and FWD.
import type { DevicesPort } from '#features/devices/devices.port';
import type { PeoplePort } from '#features/people/people.port';
import type { SupportStaffPort } from '#features/support-staff/support-staff.port';
import type { Feature } from '#platform/feature/feature';
import type { Files } from '#platform/files/files';
import { createPeoplePart } from './people/firmware.people.feature.ts';
import { createUpdatePublisher } from './people/firmware.publish.service.ts';
import { defineReleasesJobs } from './releases/firmware.releases.jobs.ts';
import { releasesRoutes } from './releases/firmware.releases.routes.ts';
import { createReleasesService } from './releases/firmware.releases.service.ts';
import { createRolloutsPart, type RolloutsPartDependencies } from './rollouts/firmware.rollouts.feature.ts';
import { createStoredImages } from './releases/firmware.stored-images.service.ts';

export interface FirmwareDependencies extends Omit<RolloutsPartDependencies, 'publish'> {
  files: Files;
  people: PeoplePort;
  staff: SupportStaffPort;
  devices: Pick<DevicesPort, 'findFor' | 'lockFor' | 'deviceIdsOf' | 'relationsOf' | 'everyoneOf'>;
}

export function createFirmwareFeature(dependencies: FirmwareDependencies): Feature {
  const images = createStoredImages(dependencies);
  defineReleasesJobs(dependencies.jobs, images);
  const publisher = createUpdatePublisher(dependencies);
  const rollouts = createRolloutsPart({ ...dependencies, publish: publisher.publish });
  // The next round sees a wish within two seconds.
  const people = createPeoplePart({ ...dependencies, publisher, onWanted() {} });
  return {
    name: 'firmware',
    ...people,
    routes: [
      ...releasesRoutes(createReleasesService({ ...dependencies, images })),
      ...rollouts.routes,
      ...people.routes,
    ],
    deviceHandlers: rollouts.deviceHandlers,
    after: { deviceHandlers: ['device-status'] },
    start: rollouts.start,
  };
}
