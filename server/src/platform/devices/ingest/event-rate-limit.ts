// Limits repeated events, but never the alarm itself: ten events of each kind pass at once, then one each six seconds.
// Further ones are acknowledged and counted. A press soon after an incident was closed opens the next one.
import { MINUTE_MS } from '@trace/contract/kernel/time';

const EVENTS_PER_MIN = 10;
const REFILL_MS = MINUTE_MS / EVENTS_PER_MIN;

export interface EventRateLimit {
  /** Whether this event is stored, or only counted as a repeat. */
  passes(serial: string, kind: string, nowMs: number): boolean;
  forgetOld(nowMs: number): void;
}

export function createEventRateLimit(): EventRateLimit {
  /** When the allowance of a device and kind is full again, in ms. */
  const fullAt = new Map<string, number>();

  /** A clock that was set back leaves times ahead of any allowance, which count as none. */
  const waitOf = (key: string, nowMs: number): number => {
    const waitMs = (fullAt.get(key) ?? nowMs) - nowMs;
    return waitMs > MINUTE_MS ? 0 : Math.max(0, waitMs);
  };

  return {
    passes: (serial, kind, nowMs) => {
      const key = `${serial}/${kind}`;
      const waitMs = waitOf(key, nowMs);
      if (waitMs > MINUTE_MS - REFILL_MS) return false;
      fullAt.set(key, nowMs + waitMs + REFILL_MS);
      return true;
    },
    forgetOld: (nowMs) => {
      for (const key of fullAt.keys()) if (waitOf(key, nowMs) === 0) fullAt.delete(key);
    },
  };
}
