/**
 * Runs `work` under a lock, across all tabs of this browser and its service worker. Each caller ends or replaces the
 * existing push subscription.
 */
export const inPushTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request('trace-push', work);
