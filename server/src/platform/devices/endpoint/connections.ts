// Stores which device is connected: one connection per serial, the newer wins, and a cloned device is locked out for a
// while.
import { MINUTE_MS } from '@trace/contract/kernel/time';

import type { Connection } from './connection-host.ts';

export interface Connections {
  /**
   * Makes this the only connection of its serial and notifies the previous one. Returns `locked_out` after too many
   * takeovers in turn.
   */
  enter(
    connection: Connection,
    nowMs: number,
  ): { entered: true; before: Connection | null } | { entered: false; isNew: boolean };
  /**
   * The device connected to another server process. Returns whether the serial is locked out from now on, after too many
   * takeovers in turn.
   */
  noteTakeover(serial: string, nowMs: number): boolean;
  /** Refuses the serial for a while. */
  lockOut(serial: string, nowMs: number): void;
  leave(connection: Connection): void;
  find(serial: string): Connection | undefined;
  list(): Connection[];
  size(): number;
  forgetOld(nowMs: number): void;
}

interface Takeovers {
  startedMs: number;
  count: number;
  lockedOutUntilMs: number;
}

const LOCKED_OUT_MS = MINUTE_MS;

export function createConnections(options: { takeoversPerMin: number }): Connections {
  const bySerial = new Map<string, Connection>();
  const takeovers = new Map<string, Takeovers>();

  const countTakeover = (serial: string, nowMs: number): Takeovers => {
    const known = takeovers.get(serial);
    const isRecent = known !== undefined && Math.abs(nowMs - known.startedMs) < MINUTE_MS;
    const counted = isRecent ? known : { startedMs: nowMs, count: 0, lockedOutUntilMs: 0 };
    counted.count += 1;
    takeovers.set(serial, counted);
    return counted;
  };

  /** A clock that was set back must not keep a device out for longer. */
  const isLockedOut = (serial: string, nowMs: number): boolean => {
    const leftMs = (takeovers.get(serial)?.lockedOutUntilMs ?? 0) - nowMs;
    return leftMs > 0 && leftMs <= LOCKED_OUT_MS;
  };

  return {
    enter: (connection, nowMs) => {
      const { serial } = connection;
      const before = bySerial.get(serial) ?? null;
      if (isLockedOut(serial, nowMs)) return { entered: false, isNew: false };
      if (before !== null) {
        const counted = countTakeover(serial, nowMs);
        if (counted.count > options.takeoversPerMin) {
          counted.lockedOutUntilMs = nowMs + LOCKED_OUT_MS;
          return { entered: false, isNew: true };
        }
      }
      bySerial.set(serial, connection);
      return { entered: true, before };
    },
    noteTakeover: (serial, nowMs) => {
      const counted = countTakeover(serial, nowMs);
      if (counted.count <= options.takeoversPerMin) return false;
      counted.lockedOutUntilMs = nowMs + LOCKED_OUT_MS;
      return true;
    },
    lockOut: (serial, nowMs) => {
      takeovers.set(serial, { startedMs: nowMs, count: 0, lockedOutUntilMs: nowMs + LOCKED_OUT_MS });
    },
    leave: (connection) => {
      if (bySerial.get(connection.serial) === connection) bySerial.delete(connection.serial);
    },
    find: (serial) => bySerial.get(serial),
    list: () => [...bySerial.values()],
    size: () => bySerial.size,
    forgetOld: (nowMs) => {
      for (const [serial, { startedMs, lockedOutUntilMs }] of takeovers) {
        if (nowMs - startedMs >= MINUTE_MS && nowMs >= lockedOutUntilMs) takeovers.delete(serial);
      }
    },
  };
}
