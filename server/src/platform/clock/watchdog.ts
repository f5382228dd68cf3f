import type { Clock } from './clock.ts';

/** Whether something that works in rounds still does. */
export interface Watchdog {
  /** A round went well; also said at the start, before the first one. */
  reset(): void;
  /** No more rounds come. */
  end(): void;
  isAlive(): boolean;
}

/** Alive until so long after the last good round; never before the first. */
export function createWatchdog(clock: Clock, lateAfterMs: number): Watchdog {
  let lastMs = -Infinity;
  return {
    reset: () => {
      lastMs = clock.now().getTime();
    },
    end: () => {
      lastMs = -Infinity;
    },
    isAlive: () => clock.now().getTime() - lastMs <= lateAfterMs,
  };
}
