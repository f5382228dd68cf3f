// Which registered device a connection belongs to, after registrations and removals.
import type { Log } from '#platform/log/log';

import type { Broker } from './broker/broker.ts';
import type { DeviceIdsOf } from './connection-admission.ts';
import type { ConnectionManager } from './connection-manager.ts';

interface RebindingOptions {
  readonly connectionManager: Pick<ConnectionManager, 'connections' | 'unregistered' | 'rebind'>;
  readonly broker: Pick<Broker, 'forget' | 'askAgain'> | null;
  readonly deviceIdsOf: DeviceIdsOf;
  readonly log: Log;
}

const ASKED_AT_ONCE = 1_000;

export function createRebinding({ connectionManager, broker, deviceIdsOf, log }: RebindingOptions) {
  const { connections } = connectionManager;

  /** Leaves a connection alone that was bound anew while the database was asked. */
  const bind = async (serials: string[]): Promise<void> => {
    const before = new Map(serials.map((serial) => [serial, connections.find(serial)?.deviceId]));
    const ids = await deviceIdsOf(serials);
    for (const [serial, deviceId] of before)
      if (connections.find(serial)?.deviceId === deviceId) connectionManager.rebind(serial, ids.get(serial) ?? null);
  };

  return {
    /** The device was registered or removed. */
    async rebind(serial: string): Promise<void> {
      broker?.forget(serial);
      if (connections.find(serial) === undefined) return;
      const ids = await deviceIdsOf([serial]);
      connectionManager.rebind(serial, ids.get(serial) ?? null);
    },

    /** Notifications of registrations and removals may have been lost. */
    async rebindAll(): Promise<void> {
      broker?.askAgain();
      const serials = connections.list().map(({ serial }) => serial);
      for (let start = 0; start < serials.length; start += ASKED_AT_ONCE)
        await bind(serials.slice(start, start + ASKED_AT_ONCE));
    },

    /**
     * Finds devices registered by another process, or between the look-up and the connection. No notification arrives
     * for these.
     */
    async rebindUnregistered(): Promise<void> {
      const serials = connectionManager.unregistered().slice(0, ASKED_AT_ONCE);
      if (serials.length === 0) return;
      try {
        await bind(serials);
      } catch (error) {
        log.warn(
          { err: error },
          'Looking up registered devices failed, messages from newly registered devices wait, retrying',
        );
      }
    },
  };
}
