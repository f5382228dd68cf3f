import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { FinishedCommand } from './device-commands.port.ts';
import { findFinished } from './device-commands.store.ts';

/** A wake that got lost on the way (a broken listener) is made up for this often. */
const LOOK_AGAIN_MS = 2_000;

/** Callers of this process that wait for the end of a command. */
export function createWaiters({ database, clock }: { database: Database; clock: Clock }) {
  const waiters = new Map<string, Set<(finished: FinishedCommand) => void>>();

  const wake = async (requestId: string): Promise<void> => {
    if (!waiters.has(requestId)) return;
    const finished = await findFinished(database.sql, requestId);
    if (finished === null) return;
    for (const resolve of waiters.get(requestId) ?? []) resolve(finished);
  };

  return {
    /** Resolves the callers that wait for this command, if the command has ended. */
    wake,

    async whenFinished(requestId: string, signal: AbortSignal): Promise<FinishedCommand | null> {
      const { promise, resolve } = Promise.withResolvers<FinishedCommand | null>();
      const waiting = waiters.get(requestId) ?? new Set();
      waiters.set(requestId, waiting.add(resolve));
      const giveUp = (): void => resolve(null);
      signal.addEventListener('abort', giveUp);
      const stopLooking = clock.every(LOOK_AGAIN_MS, () => wake(requestId));
      try {
        if (signal.aborted) return null;
        await wake(requestId);
        return await promise;
      } finally {
        stopLooking();
        signal.removeEventListener('abort', giveUp);
        waiting.delete(resolve);
        if (waiting.size === 0) waiters.delete(requestId);
      }
    },
  };
}
