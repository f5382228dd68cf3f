// Stores the batches of a lane again and again, until each is settled: stored and acknowledged, or set aside.
import { sleepBy } from '#platform/clock/clock';
import { isDataError } from '#platform/db/database';
import type { DedicatedConnection as DatabaseLane, DedicatedTransaction } from '#platform/db/database';
import type { Log } from '#platform/log/log';

import type { Entry, Source } from './entry.ts';
import type { LaneQueue } from './lane-queue.ts';

export type AfterCommit = () => void;

export interface BatchOptions {
  readonly database: DatabaseLane;
  readonly store: (tx: DedicatedTransaction, entries: readonly Entry[]) => Promise<AfterCommit[]>;
  /** Returns the replacement of an entry that cannot be stored, or null when the entry must be dropped. */
  readonly setAside: (entry: Entry, error: unknown) => Entry | null;
  readonly onSettled: (entries: readonly Entry[]) => void;
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

/** Returns a function that resolves when the batch is settled, or when `signal` has aborted. */
export function createBatchSettler(options: BatchOptions, queue: LaneQueue, log: Log, signal: AbortSignal) {
  const { database } = options;

  const storeUntilSettled = async (batch: readonly Entry[]): Promise<void> => {
    for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      const { afterCommit, error } = await attempt(batch);
      if (afterCommit !== undefined) {
        settle(batch);
        return runAll(afterCommit);
      }
      if (isPoison(error)) return await splitUp(batch, error);
      log.error(
        { err: error, messages: batch.length },
        'Storing device messages failed, not acknowledged yet, retrying',
      );
      await pause(pauseMs, signal);
    }
  };

  const attempt = async (batch: readonly Entry[]): Promise<{ afterCommit?: AfterCommit[]; error?: unknown }> => {
    try {
      return { afterCommit: await database.transaction((tx) => options.store(tx, batch)) };
    } catch (error) {
      return { error };
    }
  };

  /** Halves the batch until the message that cannot be stored is alone, so that its neighbours are stored. */
  const splitUp = async (batch: readonly Entry[], error: unknown): Promise<void> => {
    const middle = Math.ceil(batch.length / 2);
    const [only] = batch;
    if (batch.length === 1 && only !== undefined) {
      const instead = options.setAside(only, error);
      if (instead === null) return settle(batch);
      return await storeUntilSettled([instead]);
    }
    await storeUntilSettled(batch.slice(0, middle));
    await storeUntilSettled(batch.slice(middle));
  };

  const settle = (batch: readonly Entry[]): void => {
    queue.release(batch);
    acknowledge(batch);
    options.onSettled(batch);
    queue.callRoomSeekers();
  };

  const runAll = (callbacks: readonly AfterCommit[]): void => {
    for (const run of callbacks) {
      try {
        run();
      } catch (error) {
        // The messages are stored and acknowledged, so a failure afterwards must not repeat them.
        log.error({ err: error }, 'After-commit callback failed, the batch is stored and not repeated');
      }
    }
  };

  return storeUntilSettled;
}

/** The database refused the data, or a handler failed on the data: the same message would fail again. */
function isPoison(error: unknown): boolean {
  return isDataError(error) || error instanceof TypeError || error instanceof RangeError;
}

function acknowledge(batch: readonly Entry[]): void {
  const sources: Source[] = [];
  for (const { source, packetId } of batch) {
    if (source?.settle(packetId)) sources.push(source);
  }
  for (const source of sources) source.sendAcks();
}

/** Real time, because the wait is for the database and not for a scheduled hour. Ends early when `signal` aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  const wait = (done: () => void): (() => void) => {
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  };
  return sleepBy(wait, signal);
}
