import type { DevicesPort } from '#features/devices/devices.port';
import type { PersonData } from '#platform/actor/person-data';
import { deleteOwnLeases, listOwnPositions } from './tracking.person-data.store.ts';

/**
 * Maximum positions per device in a download: two days with a position every ten seconds, or months of a parked car.
 */
const MOST_POSITIONS = 20_000;

/**
 * Where a person's devices were since the assignment. A position names no person and is deleted after its retention
 * time. Until then, positions from a former user's time stay hidden (authorization.md, law 6).
 */
export function trackingPersonData(devices: DevicesPort, mostPositions = MOST_POSITIONS): PersonData {
  return {
    feature: 'tracking',
    read: async (executor, personId) => {
      const own = (await devices.listFor(personId)).filter(({ relation }) => relation === 'assigned_user');
      const parts = [];
      for (const { id, serial, since } of own) {
        const found = await listOwnPositions(executor, id, since, mostPositions + 1);
        const positions = found.slice(0, mostPositions);
        // The download says so (SET-05).
        const leftOutBefore = found.length > mostPositions ? positions.at(-1)!.at : null;
        parts.push({ serialNumber: serial, positions, leftOutBefore });
      }
      return { devices: parts };
    },
    forget: deleteOwnLeases,
  };
}
