// Events that must not be lost: written in the transaction of their change, read in order by every server process.
//
// Order and completeness: a reader follows (transaction id, row id) and only reads below the oldest open transaction.
// So no event can appear behind the reader's position. The price: an open writing transaction anywhere in the database
// server delays all events until its end. This is why transactions here are short.
import type { z } from 'zod';

import type { Clock, Stop } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Log } from '#platform/log/log';

import { createBackFill } from './outbox-back-fill.ts';
import type { BackFill } from './outbox-back-fill.ts';
import { startTail } from './outbox-tail.ts';
import type { Tail } from './outbox-tail.ts';
import { deleteOldEvents, insertEvent } from './outbox.store.ts';
import type { OutboxEvent } from './outbox.store.ts';

export type { BackFill } from './outbox-back-fill.ts';
export type { OutboxEvent } from './outbox.store.ts';

/** A kind of event: its name in the table, and the shape of its payload, which is parsed again when the event is read. */
export interface EventKind<Payload> {
  /** `<feature>.<past tense>`. */
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
}

export const defineEventKind = <Payload>(name: string, payload: z.ZodType<Payload>): EventKind<Payload> => ({
  name,
  payload,
});

export interface Outbox {
  /** Hears every event once, in order, from `start` on. Errors of a subscriber are logged. */
  subscribe(onEvents: (events: OutboxEvent[]) => void): Stop;
  /**
   * Returns the events that a reader missed behind a cursor `<xid>.<id>`, by the ids of the reader's audiences. To switch to live events without a gap,
   * subscribe first, then read, and drop duplicates.
   */
  readSince(cursor: string, audienceIds: readonly string[], limit: number): Promise<BackFill>;
  /** The place up to which all events have been delivered. A reader without a cursor starts here. */
  position(): string;
  /** Deletes events older than a day. Returns the number deleted. */
  prune(): Promise<number>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const KEEP_SEC = 24 * 60 * 60;
const PRUNE_BATCH = 10_000;
const PRUNE_EVERY_MS = 10 * 60_000;

/**
 * Writes an event in the caller's transaction, so the event is published only if the transaction commits.
 * @param audience ids of the accounts that may see the event, or of everyone with a role (`everyoneOf`)
 */
export async function publishAfterCommit<Payload>(
  tx: Executor,
  kind: EventKind<Payload>,
  audience: Iterable<string>,
  payload: Payload,
): Promise<void> {
  await insertEvent(tx, { kind: kind.name, audience: [...audience], payload });
}

export function createOutbox({ database, clock, log }: { database: Database; clock: Clock; log: Log }): Outbox {
  const subscribers = new Set<(events: OutboxEvent[]) => void>();
  const backFill = createBackFill(database.sql);
  let tail: Tail | undefined;
  let stopPruning: Stop = () => {};

  const handOver = (events: OutboxEvent[]): void => {
    for (const subscriber of [...subscribers]) {
      try {
        subscriber(events);
      } catch (error) {
        log.error({ err: error }, 'Outbox subscriber failed, its events are skipped');
      }
    }
  };

  const prune = async (): Promise<number> => {
    let deleted = 0;
    for (;;) {
      const batch = await deleteOldEvents(database.sql, KEEP_SEC, PRUNE_BATCH);
      deleted += batch;
      if (batch < PRUNE_BATCH) return deleted;
    }
  };

  const pruneSafely = async (): Promise<void> => {
    try {
      await prune();
    } catch (error) {
      log.warn({ err: error }, 'Pruning the outbox failed, retrying in 10 min');
    }
  };

  return {
    subscribe: (onEvents) => {
      const entry = (events: OutboxEvent[]): void => onEvents(events);
      subscribers.add(entry);
      return () => {
        subscribers.delete(entry);
      };
    },
    readSince: (cursor, audienceIds, limit) => backFill({ cursor, audienceIds, limit }),
    position: () => {
      if (tail === undefined) throw new Error('the outbox is not started');
      return tail.position();
    },
    prune,
    start: async () => {
      tail = await startTail(database, log, handOver);
      stopPruning = clock.every(PRUNE_EVERY_MS, pruneSafely);
    },
    stop: async () => {
      stopPruning();
      await tail?.stop();
    },
  };
}
