import { SECOND_MS } from '@trace/contract/kernel/time';
import type { PhonePlacesPort, PingPlace } from './ping.port.ts';
import type { EndedCommand } from './ping.settle.rules.ts';

type FindPlace = (deviceId: number, from: Date) => Promise<PingPlace | null>;

export type PhonePlaces = ReturnType<typeof createPhonePlaces>;

/** A phone reports by itself and cannot be asked. A ping shows its last report, with the time of that report. */
export function createPhonePlaces() {
  let find: FindPlace = async () => null;
  const port: PhonePlacesPort = {
    findWith: (next) => {
      find = next;
    },
  };
  return {
    port,
    /** The answer that a tracker would give. Without a report since `from` the phone is unreachable. */
    async answerOf(deviceId: number, from: Date): Promise<Pick<EndedCommand, 'state' | 'result'>> {
      const place = await find(deviceId, from);
      if (place === null) return { state: 'expired', result: null };
      const { lat, lng, accuracyM, at } = place;
      const location = {
        latitude: lat,
        longitude: lng,
        timestamp: Math.floor(at.getTime() / SECOND_MS),
        ...(accuracyM === null ? {} : { accuracyM }),
      };
      return { state: 'answered', result: { success: true, location } };
    },
  };
}
