// MQTT sessions: the subscription and the unacknowledged commands of a device outlive its connection for a while. They are
// kept in this process. After a restart CONNACK says that there is no session, and the device subscribes again.
import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';

import { createCommandWindow } from './command-window.ts';
import type { CommandWindow } from './command-window.ts';

/** A connection of this serial. */
interface Holder {
  readonly serial: string;
}

export interface MqttSession {
  isSubscribed: boolean;
  readonly commands: CommandWindow;
  /** The connection that uses the session now. */
  connection: Holder;
  /** The end of the session. Infinity while its device is connected. */
  endsMs: number;
}

export interface Sessions {
  /** A clean session begins empty, ends with its connection, and removes the stored one. */
  open(connection: Holder, isClean: boolean, nowMs: number): { session: MqttSession; isPresent: boolean };
  /** The connection has ended. A newer connection may use its session already. */
  release(connection: Holder, nowMs: number): void;
  /** The device has begun a session with another server process. */
  forget(serial: string): void;
  forgetOld(nowMs: number): void;
}

export function createSessions(): Sessions {
  const bySerial = new Map<string, MqttSession>();

  return {
    open: (connection, isClean, nowMs) => {
      const { serial } = connection;
      const stored = bySerial.get(serial);
      if (!isClean && stored !== undefined && stored.endsMs > nowMs) {
        stored.endsMs = Infinity;
        stored.connection = connection;
        stored.commands.forgetExpired(nowMs);
        return { session: stored, isPresent: true };
      }
      bySerial.delete(serial);
      const commands = createCommandWindow(serial);
      const session = { isSubscribed: false, commands, connection, endsMs: Infinity };
      if (!isClean) bySerial.set(serial, session);
      return { session, isPresent: false };
    },
    release: (connection, nowMs) => {
      const session = bySerial.get(connection.serial);
      if (session?.connection === connection) session.endsMs = nowMs + deviceProtocol.sessionMs;
    },
    forget: (serial) => {
      bySerial.delete(serial);
    },
    forgetOld: (nowMs) => {
      for (const [serial, { endsMs }] of bySerial) if (endsMs <= nowMs) bySerial.delete(serial);
    },
  };
}
