import type { Clock } from './clock.ts';

/** Whether something that works in rounds still does. */
export interface Beat {
  /** A round went well; also said at the start, before the first one. */
  note(): void;
  /** No more rounds come. */
  end(): void;
  isAlive(): boolean;
}

/** Alive until so long after the last good round; never before the first. */
export function createBeat(clock: Clock, lateAfterMs: number): Beat {
  let lastMs = -Infinity;
  return {
    note: () => {
      lastMs = clock.now().getTime();
    },
    end: () => {
      lastMs = -Infinity;
    },
    isAlive: () => clock.now().getTime() - lastMs <= lateAfterMs,
  };
}
