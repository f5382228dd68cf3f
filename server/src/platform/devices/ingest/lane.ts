// A lane stores its queue in consecutive transactions, each with all messages that arrived during the previous
// transaction.
import { sleepBy } from '#platform/clock/clock';
import type { Clock } from '#platform/clock/clock';
import { isDataError } from '#platform/db/database';
import type { DedicatedConnection as DatabaseLane, DedicatedTransaction } from '#platform/db/database';
import type { Log } from '#platform/log/log';

import type { Entry, LaneName, Source } from './entry.ts';
import { createLaneQueue } from './lane-queue.ts';
import type { LaneBacklog, LaneLimits } from './lane-queue.ts';
import { createNeighbours } from './neighbours.ts';
import type { NeighbourRules } from './neighbours.ts';

export type AfterCommit = () => void;

export interface IngestLane {
  readonly name: LaneName;
  push(entry: Entry): void;
  /** A full lane still accepts pushed entries: the caller checks this first and waits. */
  isFull(): boolean;
  /** Calls once when there is room again. */
  whenRoom(run: () => void): void;
  backlog(): LaneBacklog;
  /** Nothing waits, and nothing is being stored. */
  isIdle(): boolean;
  /** Resolves when all that waits is settled. */
  drained(): Promise<void>;
  /** Gives up the waiting entries without acknowledging them. */
  stop(): Promise<void>;
}

export interface IngestLaneOptions {
  readonly name: LaneName;
  readonly database: DatabaseLane;
  readonly store: (tx: DedicatedTransaction, entries: readonly Entry[]) => Promise<AfterCommit[]>;
  /** Returns the replacement of an entry that cannot be stored, or null when the entry must be dropped. */
  readonly setAside: (entry: Entry, error: unknown) => Entry | null;
  readonly onSettled: (entries: readonly Entry[]) => void;
  readonly limits: LaneLimits;
  /** Resolves when the next batch may be stored. */
  readonly giveWay: () => Promise<void>;
  /** Null: each message is stored at once. */
  readonly neighbours: NeighbourRules | null;
  readonly clock: Clock;
  readonly log: Log;
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

export function createIngestLane(options: IngestLaneOptions): IngestLane {
  const { name, database, limits, clock } = options;
  const log = options.log.child({ lane: name });
  const aborter = new AbortController();
  const queue = createLaneQueue(limits);
  const neighbours = options.neighbours === null ? null : createNeighbours(options.neighbours);
  let running: Promise<void> | null = null;

  const push = (entry: Entry): void => {
    queue.push(entry);
    neighbours?.noteArrival(queue.size());
    running ??= startRunning();
  };

  const startRunning = async (): Promise<void> => {
    // Waits one turn of the event loop, so that all messages received so far go into the first batch.
    await nextTurn();
    while (!queue.isEmpty() && !aborter.signal.aborted) {
      await neighbours?.arrive(queue.size());
      await options.giveWay();
      await storeUntilSettled(queue.takeBatch());
    }
    running = null;
  };

  const storeUntilSettled = async (batch: readonly Entry[]): Promise<void> => {
    for (let pauseMs = FIRST_PAUSE_MS; !aborter.signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
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
      await pause(pauseMs, aborter.signal);
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

  const drained = async (): Promise<void> => {
    while (running !== null) await running;
  };

  return {
    name,
    push,
    isFull: queue.isFull,
    whenRoom: queue.whenRoom,
    backlog: () => queue.backlog(clock.now().getTime()),
    isIdle: () => running === null,
    drained,
    stop: async () => {
      aborter.abort();
      await drained();
      await database.stop();
    },
  };
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

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
