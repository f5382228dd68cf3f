// Firmware of trackers: signed images, rollouts in rings, and the updates of single devices.
// Serves support staff, users, installers, and the devices that ask and load.
// Portal §7, back office §4 (Firmware Management), acceptance FWM and FWD.
import type { DevicesPort } from '#features/devices/devices.port';
import type { PeoplePort } from '#features/people/people.port';
import type { SupportStaffPort } from '#features/support-staff/support-staff.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Feature } from '#platform/feature/feature';
import type { Files } from '#platform/files/files';
import type { DeviceCertificate, DeviceFunctions } from '#platform/http/device.edge';
import type { Jobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import type { Secrets } from '#platform/secrets/secrets';
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
import type { DeviceUpdates } from './updates/firmware.updates.port.ts';

export interface FirmwareDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  secrets: Secrets;
  files: Files;
  jobs: Jobs;
  portalUrl: () => string;
  people: PeoplePort;
  staff: SupportStaffPort;
  devices: Pick<DevicesPort, 'findFor' | 'lockFor' | 'deviceIdsOf' | 'relationsOf' | 'everyoneOf'>;
  isCertificateValid(certificate: DeviceCertificate): Promise<boolean>;
}

export interface FirmwareFeature extends Feature {
  readonly deviceFunctions: DeviceFunctions;
}

export function createFirmwareFeature(dependencies: FirmwareDependencies): FirmwareFeature {
  const images = createStoredImages(dependencies);
  defineReleasesJobs(dependencies.jobs, images);
  const publisher = createUpdatePublisher(dependencies);
  const people = createPeoplePart({ ...dependencies, publisher, onWanted() {} });
  const addresses = createAddresses(dependencies);
  const delivery = createDelivery({ ...dependencies, addresses, updates: noUpdates });
  return {
    name: 'firmware',
    ...people,
    deviceFunctions: delivery.functions,
    routes: [
      ...releasesRoutes(createReleasesService({ ...dependencies, images })),
      ...people.routes,
      ...tokenRoutes(createTokens(dependencies)),
    ],
    start: delivery.start,
  };
}

/** No rollout offers anything. */
const noUpdates: DeviceUpdates = {
  offerTo: async () => null,
  findOffer: async () => null,
  findOfferByNumber: async () => null,
  updateOfNumber: async () => null,
  listLoadable: async () => new Set(),
  report: async () => false,
  onLoadingEnded() {},
};
