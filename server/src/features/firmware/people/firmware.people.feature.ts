import { firmwareUpdateEvent } from '@trace/contract/firmware/firmware.stream';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Feature } from '#platform/feature/feature';
import { pushDurably } from '#platform/stream/durable-event';
import { updateChanged } from './firmware.events.ts';
import { createFirmwareOffers } from './firmware.offers.service.ts';
import { peopleRoutes } from './firmware.people.routes.ts';
import { firmwarePersonData } from './firmware.person-data.service.ts';
import type { UpdatePublisher } from './firmware.publish.service.ts';
import { deleteOldUpdates } from './firmware.retention.store.ts';
import { createStaffDevices } from './firmware.staff-device.service.ts';
import { createFirmwareStarts } from './firmware.start.service.ts';

export interface PeopleDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly devices: Pick<DevicesPort, 'findFor' | 'getFor' | 'getLockedFor' | 'deviceIdsOf' | 'relationsOf'>;
  readonly publisher: UpdatePublisher;
}

/** The part of users, installers and one device of the back office: routes, stream, personal data and retention. */
export function createPeoplePart(
  dependencies: PeopleDependencies,
): Required<Pick<Feature, 'routes' | 'durableEvents' | 'personData' | 'retention'>> {
  const offers = createFirmwareOffers(dependencies);
  const starts = createFirmwareStarts({ ...dependencies, offers });
  return {
    routes: peopleRoutes({ offers, starts, staffDevices: createStaffDevices(dependencies) }),
    durableEvents: [pushDurably(firmwareUpdateEvent, updateChanged, offers.presentChanged)],
    personData: firmwarePersonData,
    retention: [{ kind: 'firmwareUpdates', take: deleteOldUpdates }],
  };
}
