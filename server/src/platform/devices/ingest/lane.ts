// A lane stores its queue in consecutive transactions, each with all messages that arrived during the previous
// transaction.
import type { Clock } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';

import { createBatchSettler } from './batch-settler.ts';
import type { BatchOptions } from './batch-settler.ts';
import type { Entry, LaneName } from './entry.ts';
import { createLaneQueue } from './lane-queue.ts';
import type { LaneBacklog, LaneLimits } from './lane-queue.ts';
import { createNeighbours } from './neighbours.ts';
import type { NeighbourRules } from './neighbours.ts';

export interface IngestLane {
  readonly name: LaneName;
  push(entry: Entry): void;
  /** A full lane still accepts pushed entries: the caller checks this first and waits. */
  isFull(): boolean;
  /** Calls once when there is room again. */
  whenRoom(run: () => void): void;
  backlog(): LaneBacklog;
  /** Entries that wait to be stored for longer than this. */
  waitingFor(longerThanMs: number): readonly Entry[];
  /** Nothing waits, and nothing is being stored. */
  isIdle(): boolean;
  /**
   * Returns the entries that wait for a batch, so that another lane stores them with its own. Newer entries wait for
   * `stored`, which keeps the messages of a device in order. Empty while this lane stores, or when more than `most` wait.
   */
  lend(most: number, stored: Promise<void>): readonly Entry[];
  /** Resolves when all that waits is settled. */
  drained(): Promise<void>;
  /** Gives up the waiting entries without acknowledging them. */
  stop(): Promise<void>;
}

export interface IngestLaneOptions extends BatchOptions {
  readonly name: LaneName;
  readonly limits: LaneLimits;
  /** Resolves when the next batch may be stored. */
  readonly giveWay: () => Promise<void>;
  /** Returns entries of other lanes. `own`: how many entries of this lane are stored together with them. */
  readonly borrow: (own: number, stored: Promise<void>) => readonly Entry[];
  /** Null: each message is stored at once. */
  readonly neighbours: NeighbourRules | null;
  readonly clock: Clock;
  readonly log: Log;
}

export function createIngestLane(options: IngestLaneOptions): IngestLane {
  const { name, database, limits, clock } = options;
  const log = options.log.child({ lane: name });
  const aborter = new AbortController();
  const queue = createLaneQueue(limits);
  const neighbours = options.neighbours === null ? null : createNeighbours(options.neighbours);
  const storeUntilSettled = createBatchSettler(options, queue, log, aborter.signal);
  let running: Promise<void> | null = null;
  /** Resolves when the entries last taken are stored, by this lane or by another. */
  let taken: Promise<void> | null = null;

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
      while (taken !== null) await taken;
      if (!queue.isEmpty()) await storeNext();
    }
    running = null;
  };

  const storeNext = async (): Promise<void> => {
    const { promise: stored, resolve } = Promise.withResolvers<void>();
    noteTaken(stored);
    for (const entry of options.borrow(queue.size(), stored)) queue.push(entry);
    await storeUntilSettled(queue.takeBatch());
    resolve();
  };

  const noteTaken = (stored: Promise<void>): void => {
    taken = stored.then(() => void (taken = null));
  };

  const lend: IngestLane['lend'] = (most, stored) => {
    if (taken !== null || queue.isEmpty() || queue.size() > most) return [];
    const entries = queue.takeBatch();
    queue.release(entries);
    neighbours?.leave();
    noteTaken(stored);
    queue.callRoomSeekers();
    return entries;
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
    waitingFor: (longerThanMs) => queue.waitingSince(clock.now().getTime() - longerThanMs),
    isIdle: () => running === null,
    lend,
    drained,
    stop: async () => {
      aborter.abort();
      await drained();
      await database.stop();
    },
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
