import { createTimerQueue } from './timer-queue.ts';

export type Stop = () => void;

/** The time of a tracker, injected so that a test can move the clock by hand. */
export interface Clock {
  /** Whole milliseconds since 1970. */
  nowMs(): number;
  /** Runs once after `waitMs`; returns the cancel. */
  after(waitMs: number, run: () => void): Stop;
}

export interface ManualClock extends Clock {
  /** Moves time forward and runs every timer that comes due on the way, in order. */
  advance(byMs: number): void;
}

/** Timers that are due together run together; below that a machine's timers are not exact anyway. */
const TICK_MS = 5;

/** At most this long at once: Node fires longer timers immediately. */
const LONGEST_SLEEP_MS = 60_000;

export const systemClock: Clock = createSystemClock();

/**
 * The machine's clock. All timers share a single machine timer, which keeps the process alive while timers are pending.
 */
export function createSystemClock(): Clock {
  const queue = createTimerQueue();
  let armed: NodeJS.Timeout | null = null;
  let armedForMs = Number.POSITIVE_INFINITY;

  const arm = (): void => {
    const dueAtMs = queue.nextDueAtMs();
    if (dueAtMs === null || dueAtMs >= armedForMs) return;
    if (armed !== null) clearTimeout(armed);
    const waitMs = Math.min(Math.max(dueAtMs - elapsedMs(), TICK_MS), LONGEST_SLEEP_MS);
    armedForMs = dueAtMs;
    armed = setTimeout(wake, waitMs);
  };

  const wake = (): void => {
    armed = null;
    armedForMs = Number.POSITIVE_INFINITY;
    const untilMs = elapsedMs();
    try {
      while (queue.runNext(untilMs));
    } finally {
      arm();
    }
  };

  const disarmWhenIdle = (): void => {
    if (queue.nextDueAtMs() !== null || armed === null) return;
    clearTimeout(armed);
    armed = null;
    armedForMs = Number.POSITIVE_INFINITY;
  };

  return {
    nowMs: () => Date.now(),
    after(waitMs, run) {
      const cancel = queue.add(elapsedMs() + waitMs, run);
      arm();
      return () => {
        cancel();
        disarmWhenIdle();
      };
    },
  };
}

/** Timers count elapsed time, so that a jump of the wall clock neither fires nor delays timers. */
const elapsedMs = (): number => performance.now();

/** Creates a clock that moves only by `advance`. */
export function createManualClock(startMs: number): ManualClock {
  const queue = createTimerQueue();
  let nowMs = startMs;
  return {
    // Timers may fall between two milliseconds, but a device's clock shows whole milliseconds.
    nowMs: () => Math.floor(nowMs),
    after: (waitMs, run) => queue.add(nowMs + waitMs, run),
    advance(byMs) {
      const untilMs = nowMs + byMs;
      for (;;) {
        const dueAtMs = queue.nextDueAtMs();
        if (dueAtMs === null || dueAtMs > untilMs) break;
        nowMs = Math.max(nowMs, dueAtMs);
        queue.runNext(nowMs);
      }
      nowMs = untilMs;
    },
  };
}
