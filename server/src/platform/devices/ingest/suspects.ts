// Devices whose message the database refused. Their messages are stored apart for a while, because a refused message rolls
// back its whole batch.
import { HOUR_MS } from '@trace/contract/kernel/time';

const APART_MS = HOUR_MS;

export interface Suspects {
  has(serial: string): boolean;
  /** Returns whether the serial was not suspected before. */
  add(serial: string, nowMs: number): boolean;
  forgetOld(nowMs: number): void;
}

export function createSuspects(): Suspects {
  const untilBySerial = new Map<string, number>();
  return {
    has: (serial) => untilBySerial.has(serial),
    add: (serial, nowMs) => {
      const isNew = !untilBySerial.has(serial);
      untilBySerial.set(serial, nowMs + APART_MS);
      return isNew;
    },
    forgetOld: (nowMs) => {
      for (const [serial, untilMs] of untilBySerial) if (untilMs <= nowMs) untilBySerial.delete(serial);
    },
  };
}
