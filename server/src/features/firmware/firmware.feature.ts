// Firmware of trackers: signed images, rollouts in rings, and the updates of single devices.
// Serves support staff, users, installers, and the devices that ask and load.
// Portal §7, back office §4 (Firmware Management), acceptance FWM and FWD.
import type { Database } from '#platform/db/database';
import type { Feature } from '#platform/feature/feature';

export interface FirmwareDependencies {
  database: Database;
}

export function createFirmwareFeature(_dependencies: FirmwareDependencies): Feature {
  return { name: 'firmware' };
}
