import type { Clock } from './clock.ts';

/** Reports whether a periodic task is still running. */
export interface Watchdog {
  /** Records a successful round. Also called at the start, before the first round. */
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
