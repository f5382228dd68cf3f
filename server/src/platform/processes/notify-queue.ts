// Sends messages by NOTIFY. Messages that arrive while a statement runs are sent by the next statement.
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import { notifyProcesses } from './notify-queue.store.ts';

/** PostgreSQL takes less than 8,000 bytes per notification. */
const MOST_PAYLOAD_BYTES = 7_900;
/** A database that does not answer must not fill the memory. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;
const AFTER_ERROR_MS = 200;

export interface NotifyQueue {
  /** `item` is JSON of at most `MOST_PAYLOAD_BYTES`. Items of a channel arrive in order, as one JSON array or several. */
  send(channel: string, item: string): void;
  /** Resolves when all messages are sent or dropped. Later messages are dropped. */
  drained(): Promise<void>;
}

/** `onLost` runs after messages could not be sent, as soon as the database answers again. */
export function createNotifyQueue(options: { database: Database; log: Log; onLost: () => void }): NotifyQueue {
  const { database, log, onLost } = options;
  let waiting: { channel: string; item: string }[] = [];
  let waitingBytes = 0;
  let isLossy = false;
  let working: Promise<void> | null = null;

  const drop = (error: unknown): void => {
    if (!isLossy) log.warn({ err: error }, 'Messages to other server processes are dropped, pages reload afterwards');
    isLossy = true;
    waiting = [];
    waitingBytes = 0;
  };

  const work = async (): Promise<void> => {
    while (waiting.length > 0 || isLossy) {
      const batch = packed(waiting);
      waiting = [];
      waitingBytes = 0;
      try {
        // An empty batch asks whether the database answers again.
        await notifyProcesses(database.sql, batch);
        if (!isLossy) continue;
        isLossy = false;
        onLost();
      } catch (error) {
        drop(error);
        await wait(AFTER_ERROR_MS, undefined, { ref: false });
        if (isStopped) return;
      }
    }
  };

  let isStopped = false;

  return {
    send(channel, item) {
      if (isStopped) return;
      waiting.push({ channel, item });
      waitingBytes += item.length;
      if (waitingBytes > MOST_WAITING_BYTES) drop(new Error('too many messages wait'));
      working ??= work().finally(() => {
        working = null;
      });
    },
    async drained() {
      isStopped = true;
      await working;
    },
  };
}

/** Joins the items of each channel to JSON arrays, as many per payload as fit. */
export function packed(items: readonly { channel: string; item: string }[]): { channel: string; payload: string }[] {
  return [...Map.groupBy(items, ({ channel }) => channel)].flatMap(([channel, own]) => {
    const payloads: string[] = [];
    let open: string[] = [];
    let bytes = 1;
    for (const { item } of own) {
      const size = Buffer.byteLength(item) + 1;
      if (open.length > 0 && bytes + size > MOST_PAYLOAD_BYTES) {
        payloads.push(`[${open.join(',')}]`);
        open = [];
        bytes = 1;
      }
      open.push(item);
      bytes += size;
    }
    return [...payloads, `[${open.join(',')}]`].map((payload) => ({ channel, payload }));
  });
}
