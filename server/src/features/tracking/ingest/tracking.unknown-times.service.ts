import type { DevicesPort } from '#features/devices/devices.port';
import type { Executor } from '#platform/db/database';
import type { Located } from './tracking.repeats.service.ts';
import { hasSamePeople, isSlightlyAhead } from './tracking.unknown-times.rules.ts';

export type UnknownTimes = ReturnType<typeof createUnknownTimes>;

/**
 * Keeps positions of an unknown time from people. Such a position may be weeks old: it would look fresh, and could show a
 * next user where the former user was. The register of repeats keeps its place for 90 days.
 */
export function createUnknownTimes({ devices }: { devices: Pick<DevicesPort, 'everyoneOf'> }) {
  return {
    /** Leaves out positions that nobody may see. A slightly wrong clock counts as the time of receipt. */
    async leaveOut(executor: Executor, positions: readonly Located[]): Promise<readonly Located[]> {
      const bounded = positions.filter(
        ({ skewed, message, receivedAt }) => skewed && isSlightlyAhead(message.ts, receivedAt),
      );
      const ids = [...new Set(bounded.map(({ deviceId }) => deviceId))];
      const known = ids.length === 0 ? [] : await devices.everyoneOf(executor, ids);
      const deviceOf = new Map(known.map((device) => [device.deviceId, device]));
      const shown = bounded.filter(({ deviceId, receivedAt }) => {
        const device = deviceOf.get(deviceId);
        return device !== undefined && hasSamePeople(device, receivedAt);
      });
      const keep = new Set(shown);
      return positions.filter((position) => !position.skewed || keep.has(position));
    },
  };
}
