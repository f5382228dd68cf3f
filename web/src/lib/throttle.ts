/** An action that is triggered more often than the action needs to run. */
export interface ThrottledAction {
  trigger: () => void;
  /** Prevents further runs. Returns true if a run is still due. */
  stop: () => boolean;
}

/**
 * Runs an action at once on the first trigger, and once more after all triggers during the run or within `pauseMs`. The
 * last trigger always causes a run. A slow run is never abandoned for the next.
 */
export function throttleAsync(act: () => Promise<unknown>, pauseMs: number): ThrottledAction {
  let isBusy = false;
  let isOwed = false;
  let isStopped = false;
  const work = async () => {
    isBusy = true;
    do {
      isOwed = false;
      await Promise.allSettled([act(), new Promise((resolve) => void setTimeout(resolve, pauseMs))]);
    } while (isOwed && !isStopped);
    isBusy = false;
  };
  return {
    trigger() {
      if (isBusy) isOwed = true;
      else if (!isStopped) void work();
    },
    stop() {
      isStopped = true;
      return isOwed;
    },
  };
}
