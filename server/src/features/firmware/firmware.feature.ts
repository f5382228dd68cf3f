// Firmware of trackers: signed images, rollouts in rings, and the updates of single devices.
// Serves support staff, users, installers, and the devices that ask and load.
// Portal §7, back office §4 (Firmware Management), acceptance FWM and FWD.
import type { PeoplePort } from '#features/people/people.port';
import type { SupportStaffPort } from '#features/support-staff/support-staff.port';
import type { Feature } from '#platform/feature/feature';
import type { Files } from '#platform/files/files';
import { defineReleasesJobs } from './releases/firmware.releases.jobs.ts';
import { releasesRoutes } from './releases/firmware.releases.routes.ts';
import { createReleasesService } from './releases/firmware.releases.service.ts';
import { createRolloutsPart, type RolloutsPartDependencies } from './rollouts/firmware.rollouts.feature.ts';
import { createStoredImages } from './releases/firmware.stored-images.service.ts';

export interface FirmwareDependencies extends RolloutsPartDependencies {
  files: Files;
  people: PeoplePort;
  staff: SupportStaffPort;
}

export function createFirmwareFeature(dependencies: FirmwareDependencies): Feature {
  const images = createStoredImages(dependencies);
  defineReleasesJobs(dependencies.jobs, images);
  const rollouts = createRolloutsPart(dependencies);
  return {
    name: 'firmware',
    routes: [...releasesRoutes(createReleasesService({ ...dependencies, images })), ...rollouts.routes],
    deviceHandlers: rollouts.deviceHandlers,
    after: { deviceHandlers: ['device-status'] },
    start: rollouts.start,
  };
}
