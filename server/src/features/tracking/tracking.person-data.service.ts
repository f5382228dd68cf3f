import type { DevicesPort } from '#features/devices/devices.port';
import type { PersonData } from '#platform/actor/person-data';
import type { RetentionPort } from '#features/retention/retention.port';
import type { Erasure } from './tracking.erasure.service.ts';
import { deleteOwnLeases, listOwnPositions } from './tracking.person-data.store.ts';

/**
 * Maximum positions per device in a download: two days with a position every ten seconds, or months of a parked car.
 */
const MOST_POSITIONS = 20_000;

export interface TrackingPersonDependencies {
  readonly devices: Pick<DevicesPort, 'listOwn'>;
  readonly retention: RetentionPort;
  readonly erase: Erasure['ofPerson'];
  readonly mostPositions?: number;
}

/**
 * Where a person's devices were since the assignment. Positions from a former user's time stay hidden (authorization.md,
 * law 6), and are deleted with the former user's account.
 */
export function trackingPersonData({
  devices,
  retention,
  erase,
  mostPositions = MOST_POSITIONS,
}: TrackingPersonDependencies): PersonData {
  return {
    feature: 'tracking',
    read: async (executor, personId) => {
      const own = await devices.listOwn(personId);
      const parts = [];
      for (const { id, serial, since } of own) {
        const restored = await retention.restoredSpans(executor, id);
        const found = await listOwnPositions(executor, id, since, { limit: mostPositions + 1, restored });
        const positions = found.slice(0, mostPositions);
        // The download says so (SET-05).
        const leftOutBefore = found.length > mostPositions ? positions.at(-1)!.at : null;
        parts.push({ serialNumber: serial, positions, leftOutBefore });
      }
      return { devices: parts };
    },
    async forget(tx, personId, at) {
      await deleteOwnLeases(tx, personId);
      await erase(tx, personId, at);
    },
  };
}
