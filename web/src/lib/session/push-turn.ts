/**
 * One after the other, in all tabs of this browser and its service worker: each ends, or replaces, the push subscription
 * that it finds.
 */
export const inPushTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request('trace-push', work);
