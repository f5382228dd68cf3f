import type { Clock } from '../clock.ts';

/** Rejects with the reason of the signal when it is aborted meanwhile. */
export function pause(clock: Clock, waitMs: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (waitMs <= 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stop = clock.after(waitMs, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    const onAbort = (): void => {
      stop();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
