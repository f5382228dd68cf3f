// Limits repeated events, but never the alarm itself: the first events of each kind pass in a minute, further ones are
// acknowledged and counted.
import { MINUTE_MS } from '@trace/contract/kernel/time';

const EVENTS_PER_MIN = 10;

export interface EventRateLimit {
  /** Whether this event is stored, or only counted as a repeat. */
  passes(serial: string, kind: string, nowMs: number): boolean;
  forgetOld(nowMs: number): void;
}

interface Window {
  startedMs: number;
  passed: number;
}

export function createEventRateLimit(): EventRateLimit {
  const windows = new Map<string, Window>();

  const windowOf = (key: string, nowMs: number): Window => {
    const known = windows.get(key);
    if (known !== undefined && nowMs - known.startedMs < MINUTE_MS) return known;
    const opened = { startedMs: nowMs, passed: 0 };
    windows.set(key, opened);
    return opened;
  };

  return {
    passes: (serial, kind, nowMs) => {
      const window = windowOf(`${serial}/${kind}`, nowMs);
      window.passed += 1;
      return window.passed <= EVENTS_PER_MIN;
    },
    forgetOld: (nowMs) => {
      for (const [key, window] of windows) if (nowMs - window.startedMs >= MINUTE_MS) windows.delete(key);
    },
  };
}
