import type { DevicesPort } from '#features/devices/devices.port';
import type { PersonData } from '#platform/actor/person-data';
import { deleteOwnLeases, listOwnPositions } from './tracking.person-data.store.ts';

/** Positions of one device that a download holds: two days of one every ten seconds, or months of a parked car. */
const MOST_POSITIONS = 20_000;

/**
 * Where the devices of a person were while they are theirs. The positions of a device name nobody; they are removed
 * when their time is over, and until then nobody may see those from a former user's time (authorization.md, law 6).
 */
export function trackingPersonData(devices: DevicesPort): PersonData {
  return {
    feature: 'tracking',
    read: async (executor, personId) => {
      const own = (await devices.listFor(personId)).filter(({ relation }) => relation === 'assigned_user');
      const parts = [];
      for (const { id, serial, since } of own) {
        parts.push({ serialNumber: serial, positions: await listOwnPositions(executor, id, since, MOST_POSITIONS) });
      }
      return { devices: parts };
    },
    forget: deleteOwnLeases,
  };
}
