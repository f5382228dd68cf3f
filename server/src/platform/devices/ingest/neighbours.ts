// A calm lane waits a moment for more messages, so that fewer transactions store the same messages. The wait ends early
// when enough messages are there, so a busy lane does not wait.
export interface NeighbourRules {
  /** Counted from the arrival of the oldest message. */
  readonly waitMs: number;
  /** Asked for each message, so that a busy server can wait for more. */
  enough(): number;
}

export function createNeighbours({ waitMs, enough }: NeighbourRules) {
  /** Ends the wait. Null while the lane does not wait. */
  let endWait: (() => void) | null = null;
  let oldestMs: number | null = null;

  /** Real time, because the wait is for the network and not for a scheduled hour. */
  const waitFor = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      // An AbortController costs 0.1 ms per wait, because each abort makes an error with its stack.
      const timer = setTimeout(() => endWait?.(), ms);
      endWait = () => {
        endWait = null;
        clearTimeout(timer);
        resolve();
      };
    });

  return {
    /** Call when a message has arrived. `waiting`: the messages that wait for a batch, this one included. */
    noteArrival: (waiting: number): void => {
      oldestMs ??= performance.now();
      if (waiting >= enough()) endWait?.();
    },
    /** Call before each batch takes all waiting messages. */
    arrive: async (waiting: number): Promise<void> => {
      const leftMs = waitMs - (performance.now() - (oldestMs ?? performance.now()));
      if (waiting < enough() && leftMs > 0) await waitFor(leftMs);
      oldestMs = null;
    },
    /** Call when the waiting messages went to another lane. */
    leave: (): void => {
      oldestMs = null;
      endWait?.();
    },
  };
}
