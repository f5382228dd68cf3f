/** What is told faster than it need be done. */
export interface ThrottledAction {
  tell: () => void;
  /** Nothing is done any more; true when something is still owed. */
  stop: () => boolean;
}

/**
 * Does something for the first word at once, and for all that is said during it or within `pauseMs` once more, after them:
 * the last word always has it done. A slow answer is waited for, so that none is given up for the next.
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
    tell() {
      if (isBusy) isOwed = true;
      else if (!isStopped) void work();
    },
    stop() {
      isStopped = true;
      return isOwed;
    },
  };
}
