// Firmware of trackers: signed images, rollouts in rings, and the updates of single devices.
// Serves support staff, users, installers, and the devices that ask and load.
// Portal §7, back office §4 (Firmware Management), acceptance FWM and FWD.
import type { DevicesPort } from '#features/devices/devices.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Feature } from '#platform/feature/feature';
import { createPeoplePart } from './people/firmware.people.feature.ts';
import { createUpdatePublisher } from './people/firmware.publish.service.ts';

export interface FirmwareDependencies {
  database: Database;
  clock: Clock;
  devices: Pick<DevicesPort, 'findFor' | 'lockFor' | 'deviceIdsOf' | 'relationsOf' | 'everyoneOf'>;
}

export function createFirmwareFeature(dependencies: FirmwareDependencies): Feature {
  const publisher = createUpdatePublisher(dependencies);
  const people = createPeoplePart({ ...dependencies, publisher, onWanted() {} });
  return { name: 'firmware', ...people };
}
