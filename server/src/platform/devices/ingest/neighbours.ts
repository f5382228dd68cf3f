// A calm lane waits a moment for more messages, so that fewer transactions store the same messages. The wait ends early
// when enough messages are there, so a busy lane does not wait.
import { setTimeout as wait } from 'node:timers/promises';

export interface NeighbourRules {
  readonly waitMs: number;
  readonly enough: number;
}

export function createNeighbours({ waitMs, enough }: NeighbourRules) {
  let stopWaiting: AbortController | null = null;

  return {
    /** Call when a message has arrived. `waiting`: the messages that wait for a batch, this one included. */
    noteArrival: (waiting: number): void => {
      if (waiting >= enough) stopWaiting?.abort();
    },
    /** Real time, because the wait is for the network and not for a scheduled hour. */
    arrive: async (waiting: number): Promise<void> => {
      if (waiting >= enough) return;
      const stop = new AbortController();
      stopWaiting = stop;
      try {
        await wait(waitMs, undefined, { signal: stop.signal });
      } catch (error) {
        if (!stop.signal.aborted) throw error;
      } finally {
        stopWaiting = null;
      }
    },
  };
}
