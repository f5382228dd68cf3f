import type { Clock } from './clock.ts';

/** The limits of a token bucket: messages at once, and messages per second in the long run. */
export interface PaceLimits {
  readonly burst: number;
  readonly perSec: number;
}

export interface Pace {
  /** Counts a message and returns true if the message may go now. */
  pass(): boolean;
  /** Time until the next may go. */
  waitMs(): number;
}

export function createPace(limits: PaceLimits, clock: Clock): Pace {
  let credit = limits.burst;
  let countedAtMs = clock.nowMs();

  const earn = (): void => {
    const nowMs = clock.nowMs();
    const earned = (Math.max(0, nowMs - countedAtMs) / 1_000) * limits.perSec;
    credit = Math.min(limits.burst, credit + earned);
    countedAtMs = nowMs;
  };

  return {
    pass() {
      earn();
      if (credit < 1) return false;
      credit -= 1;
      return true;
    },
    waitMs() {
      earn();
      return Math.ceil((Math.max(0, 1 - credit) / limits.perSec) * 1_000);
    },
  };
}
