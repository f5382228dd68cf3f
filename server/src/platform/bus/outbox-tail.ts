// Follows the outbox: delivers every event once and in order from the start position, even after the connection is
// lost.
import { setTimeout as wait } from 'node:timers/promises';

import type { Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';

import { cursorText, parseCursor } from './outbox-cursor.ts';
import type { Cursor } from './outbox-cursor.ts';
import { findEnd, listTail, OUTBOX_CHANNEL } from './outbox.store.ts';
import type { OutboxEvent } from './outbox.store.ts';

const BATCH = 500;
/** Wait while an older transaction is still open, which ends within milliseconds. */
const LOOK_AGAIN_MS = 10;
/** Polling interval, because a notification may be lost with its connection. */
const LOOK_ANYWAY_MS = 1_000;
const AFTER_ERROR_MS = 200;

export interface Tail {
  /** The current position. All earlier events have been delivered. */
  position(): string;
  stop(): Promise<void>;
}

/** Starts at the current end. Pauses use real time, because they wait for the database and not for a scheduled hour. */
export async function startTail(
  database: Database,
  log: Log,
  onEvents: (events: OutboxEvent[]) => void,
): Promise<Tail> {
  const stopping = new AbortController();
  const doorbell = createDoorbell();
  const stopListening: Stop = await database.listen(OUTBOX_CHANNEL, doorbell.ring);
  let cursor = await findEnd(database.sql);

  /** @returns how long to wait before the next look */
  const look = async (): Promise<number> => {
    const { events, isWaiting } = await listTail(database.sql, cursor, BATCH);
    const last = events.at(-1);
    if (last !== undefined) {
      cursor = placeOf(last);
      onEvents(events);
    }
    if (events.length === BATCH) return 0;
    return isWaiting ? LOOK_AGAIN_MS : LOOK_ANYWAY_MS;
  };

  const lookSafely = async (): Promise<number> => {
    try {
      return await look();
    } catch (error) {
      if (!stopping.signal.aborted)
        log.warn({ err: error }, 'Reading the outbox failed, live updates are delayed, retrying');
      return AFTER_ERROR_MS;
    }
  };

  const follow = async (): Promise<void> => {
    for (;;) {
      doorbell.reset();
      if (stopping.signal.aborted) return;
      const waitMs = await lookSafely();
      if (waitMs === LOOK_ANYWAY_MS) await doorbell.wait(waitMs);
      else await pause(waitMs, stopping.signal);
    }
  };

  const following = follow();
  return {
    position: () => cursorText(cursor),
    stop: async () => {
      stopping.abort();
      doorbell.ring();
      stopListening();
      await following;
    },
  };
}

function placeOf(event: OutboxEvent): Cursor {
  const place = parseCursor(event.cursor);
  if (place === undefined) throw new Error(`'${event.cursor}' is no cursor`);
  return place;
}

interface Doorbell {
  ring(): void;
  reset(): void;
  /** Resolves at a ring, including a ring since the last reset. */
  wait(atMostMs: number): Promise<void>;
}

function createDoorbell(): Doorbell {
  let rung = new AbortController();
  return {
    ring: () => rung.abort(),
    reset: () => {
      rung = new AbortController();
    },
    wait: (atMostMs) => pause(atMostMs, rung.signal),
  };
}

async function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(waitMs, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
