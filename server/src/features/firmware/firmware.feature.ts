// Firmware of trackers: signed images, rollouts in rings, and the updates of single devices.
// Serves support staff, users, installers, and the devices that ask and load.
// Portal §7, back office §4 (Firmware Management), acceptance FWM and FWD.
import type { SupportStaffPort } from '#features/support-staff/support-staff.port';
import type { Feature } from '#platform/feature/feature';
import type { Files } from '#platform/files/files';
import type { DeviceCertificate, DeviceFunctions } from '#platform/http/servers/device.edge';
import type { Log } from '#platform/log/log';
import { createAddresses } from './delivery/firmware.address.service.ts';
import { createDelivery } from './delivery/firmware.delivery.service.ts';
import { tokenRoutes } from './delivery/firmware.tokens.routes.ts';
import { createTokens } from './delivery/firmware.tokens.service.ts';
import { createPeoplePart } from './people/firmware.people.feature.ts';
import { createUpdatePublisher } from './people/firmware.publish.service.ts';
import { defineReleasesJobs } from './releases/firmware.releases.jobs.ts';
import { releasesRoutes } from './releases/firmware.releases.routes.ts';
import { createReleasesService } from './releases/firmware.releases.service.ts';
import { createStoredImages } from './releases/firmware.stored-images.service.ts';
import { createRolloutsPart, type RolloutsPartDependencies } from './rollouts/firmware.rollouts.feature.ts';

export interface FirmwareDependencies extends Omit<RolloutsPartDependencies, 'addresses' | 'publisher'> {
  log: Log;
  files: Files;
  staff: SupportStaffPort;
  isCertificateValid(certificate: DeviceCertificate): Promise<boolean>;
}

export interface FirmwareFeature extends Feature {
  readonly deviceFunctions: DeviceFunctions;
}

export function createFirmwareFeature(dependencies: FirmwareDependencies): FirmwareFeature {
  const images = createStoredImages(dependencies);
  defineReleasesJobs(dependencies.jobs, images);
  const addresses = createAddresses(dependencies);
  const publisher = createUpdatePublisher(dependencies);
  const rollouts = createRolloutsPart({ ...dependencies, addresses, publisher });
  const people = createPeoplePart({ ...dependencies, publisher });
  const delivery = createDelivery({ ...dependencies, addresses, updates: rollouts.updates });
  return {
    name: 'firmware',
    ...people,
    deviceFunctions: delivery.functions,
    deviceHandlers: rollouts.deviceHandlers,
    after: { deviceHandlers: ['device-status'] },
    routes: [
      ...releasesRoutes(createReleasesService({ ...dependencies, images })),
      ...rollouts.routes,
      ...people.routes,
      ...tokenRoutes(createTokens(dependencies)),
    ],
    async start() {
      const stops = [await rollouts.start(), delivery.start()];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
