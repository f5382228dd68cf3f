export type Turns = ReturnType<typeof createTurns>;

/** Gives at most `most` turns at once. Further callers wait in the order of their calls. */
export function createTurns(most: number) {
  const queue: (() => void)[] = [];
  let taken = 0;
  return {
    isFull: (): boolean => taken >= most,
    isIdle: (): boolean => taken === 0,
    waiting: (): number => queue.length,
    /** Each turn must be given back. */
    async take(): Promise<void> {
      if (taken < most) taken += 1;
      else await new Promise<void>((resolve) => queue.push(resolve));
    },
    /** Passes the turn to the next caller, so that a newcomer cannot overtake the queue. */
    give(): void {
      const next = queue.shift();
      if (next === undefined) taken -= 1;
      else next();
    },
  };
}
