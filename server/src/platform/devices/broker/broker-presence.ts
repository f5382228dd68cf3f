// Turns what devices say over the broker into presence, and notifies the other processes of a goodbye.
import type { StatusMessage } from '@trace/contract/device-protocol/messages';

import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';

import type { PresenceMessage } from '../device-message.ts';
import type { Source } from '../ingest/entry.ts';
import type { Ingest } from '../ingest/ingest.ts';
import type { BrokerDevice, BrokerDevices } from './broker-devices.ts';
import { GOODBYE_CHANNEL, notifyGoodbyes } from './broker-goodbyes.store.ts';
import type { Goodbye } from './broker-goodbyes.store.ts';

/** Stands for the connection in the rows of messages. */
export const BROKER_CONNECTION_ID = 'broker';

/** Many goodbyes leave together: a broker that restarts sends the wills of all devices. */
const NOTIFY_AFTER_MS = 20;

export interface BrokerPresence {
  /** The device is there. Its first sign makes it ready for commands. */
  arrive(device: BrokerDevice): void;
  /** @param by acknowledges the will that says it, after the commit. Null: another message does */
  leave(device: BrokerDevice, will: StatusMessage | null, by: { source: Source; packetId: number } | null): void;
  start(): Promise<Stop>;
}

export function createBrokerPresence(options: {
  database: Database;
  clock: Clock;
  log: Log;
  ingest: Pick<Ingest, 'presence'>;
  devices: Pick<BrokerDevices, 'markGone'>;
  onReady: (serial: string) => void;
}): BrokerPresence {
  const { database, clock, log, ingest, devices, onReady } = options;
  let waiting: Goodbye[] = [];

  const notify = async (): Promise<void> => {
    const goodbyes = waiting;
    waiting = [];
    try {
      await notifyGoodbyes(database.sql, goodbyes);
    } catch (error) {
      log.warn(
        { err: error },
        'Notifying other processes that devices left failed, commands to these devices expire at the broker',
      );
    }
  };

  const notifySoon = (goodbye: Goodbye): void => {
    if (waiting.push(goodbye) === 1) clock.after(NOTIFY_AFTER_MS, () => void notify());
  };

  const hear = (payload: string): void => {
    // Empty after a reconnect of the listener: what was missed is not known.
    if (payload === '') return;
    for (const { serial, atMs } of JSON.parse(payload) as Goodbye[]) devices.markGone(serial, atMs);
  };

  return {
    arrive: (device) => {
      device.heardMs = clock.now().getTime();
      if (device.isOnline || device.deviceId === null) return;
      device.isOnline = true;
      const stored = sourceOf(device, () => onReady(device.serial));
      const presence = presenceAt(device.heardMs, { connected: true, reason: 'connected', will: null });
      ingest.presence(device.serial, device.deviceId, presence, { source: stored, packetId: 1 });
    },
    leave: (device, will, by) => {
      const atMs = clock.now().getTime();
      device.isOnline = false;
      device.heardMs = atMs;
      if (device.deviceId === null) return;
      const source = sourceOf(device, () => notifySoon({ serial: device.serial, atMs }), by?.source);
      const presence = presenceAt(atMs, { connected: false, reason: will === null ? 'closed' : 'lost', will });
      ingest.presence(device.serial, device.deviceId, presence, { source, packetId: by?.packetId ?? 1 });
    },
    start: () => database.listen(GOODBYE_CHANNEL, hear),
  };
}

/** The number follows from the time of receipt, so that a disconnect is stale when the device spoke later. */
function presenceAt(atMs: number, what: Pick<PresenceMessage, 'connected' | 'reason' | 'will'>): PresenceMessage {
  return { ...what, connectionId: BROKER_CONNECTION_ID, connectionNumber: atMs * 1_000, address: '' };
}

/** Calls `onStored` after the commit, and then acknowledges by `next`. */
function sourceOf({ serial, deviceId }: BrokerDevice, onStored: () => void, next?: Source): Source {
  return {
    serial,
    deviceId,
    connectionId: BROKER_CONNECTION_ID,
    publishRefusal: () => {},
    settle: (packetId) => {
      onStored();
      return next?.settle(packetId) ?? false;
    },
    sendAcks: () => next?.sendAcks(),
  };
}
