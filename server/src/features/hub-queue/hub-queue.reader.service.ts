import { randomUUID } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import type { HubQueue } from '#server/integrations/hub-queue/hub-queue';
import type { QueueMessages } from './hub-queue.messages.service.ts';
import { releaseLease, saveWaiting, takeLease } from './hub-queue.reader.store.ts';
import { createReceiver } from './hub-queue.receiver.service.ts';
import { createRoundAnswers } from './hub-queue.round-answers.service.ts';
import { ROUND_CHANNEL } from './hub-queue.rounds.store.ts';
import { createRoundTallies } from './hub-queue.tallies.service.ts';

/** Another process looks so often whether the reader is gone. */
const LOOK_MS = 2 * SECOND_MS;
/** Beyond the longest receive, so that only a dead or hanging reader loses the lease. */
const LEASE_SPARE_MS = 10 * SECOND_MS;
const FIRST_PAUSE_MS = SECOND_MS;
const LONGEST_PAUSE_MS = 30 * SECOND_MS;
/** A refused key needs an operator, so the queue is rarely asked. */
const REFUSED_PAUSE_MS = MINUTE_MS;

export interface QueueReaderDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  queue: HubQueue;
  messages: Pick<QueueMessages, 'store' | 'setAside'>;
  pollSec: number;
}

/** Reads the queue in one server process at a time (PANIC-02). Two readers would split the events between them. */
export function createQueueReader(dependencies: QueueReaderDependencies) {
  const { database, clock, log, queue, pollSec } = dependencies;
  const self = randomUUID();
  const ending = new AbortController();
  const { signal } = ending;
  let failures = 0;
  let countedAt = 0;

  const isReader = (): Promise<boolean> => {
    const now = clock.now();
    const leaseMs = pollSec * SECOND_MS + LEASE_SPARE_MS;
    return takeLease(database.sql, self, now, new Date(now.getTime() + leaseMs));
  };
  const tallies = createRoundTallies();
  const receiver = createReceiver({ ...dependencies, tallies });
  const rounds = createRoundAnswers({ ...dependencies, receiver, tallies, isReader, signal });

  const countWaiting = async (): Promise<void> => {
    const now = clock.now().getTime();
    if (now - countedAt < MINUTE_MS) return;
    countedAt = now;
    await saveWaiting(database.sql, await queue.countWaiting());
  };

  const pauseAfterFailure = (): number => {
    failures += 1;
    return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  };

  /** Returns how long to pause before the next turn. */
  const turn = async (): Promise<number> => {
    if (!(await isReader())) return LOOK_MS;
    await countWaiting();
    const { outcome } = await receiver.receive(pollSec, signal);
    if (outcome === 'refused') return REFUSED_PAUSE_MS;
    if (outcome === 'unavailable') return pauseAfterFailure();
    failures = 0;
    return 0;
  };

  const turnSafely = async (): Promise<number> => {
    try {
      return await turn();
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'Reading the hub queue failed, retrying');
      return pauseAfterFailure();
    }
  };

  const readUntilStopped = async (): Promise<void> => {
    while (!signal.aborted) {
      const pauseMs = await turnSafely();
      if (pauseMs > 0) await clock.sleep(pauseMs, signal);
    }
    await receiver.settled();
    try {
      await releaseLease(database.sql, self);
    } catch (error) {
      log.debug({ err: error }, 'The lease of the hub queue was not released and expires by itself');
    }
    queue.close();
  };

  return {
    async start(): Promise<Stop> {
      const stopListening = await database.listen(ROUND_CHANNEL, () => rounds.answer());
      void readUntilStopped();
      return () => {
        stopListening();
        ending.abort();
      };
    },
  };
}
