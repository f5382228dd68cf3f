import type { DevicesPort } from '#features/devices/devices.port';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Executor } from '#platform/db/database';
import { updateChanged } from './firmware.events.ts';

export interface UpdatePublisher {
  /**
   * Publishes the updates of these devices to all people with a relation to the device. Call in the transaction of the
   * change. Browsers get the state that is current after the commit.
   */
  publish(tx: Executor, deviceIds: readonly number[]): Promise<void>;
}

export const createUpdatePublisher = ({ devices }: { devices: Pick<DevicesPort, 'everyoneOf'> }): UpdatePublisher => ({
  async publish(tx, deviceIds) {
    if (deviceIds.length === 0) return;
    for (const { deviceId, serial, people } of await devices.everyoneOf(tx, deviceIds)) {
      const audience = people.map(({ accountId }) => accountId);
      if (audience.length > 0) await publishAfterCommit(tx, updateChanged, audience, { deviceId, serial });
    }
  },
});
