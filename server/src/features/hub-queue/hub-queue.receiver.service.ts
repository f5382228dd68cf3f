import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import type { HubQueue, QueueMessage, QueueTrouble } from '#server/integrations/hub-queue/hub-queue';
import type { QueueMessages } from './hub-queue.messages.service.ts';
import { saveTrouble } from './hub-queue.reader.store.ts';
import type { RoundTallies } from './hub-queue.tallies.service.ts';

/** Deliveries after which a message that cannot be processed is set aside. */
const MAX_DELIVERIES = 3;

export interface ReceiverDependencies {
  database: Database;
  log: Log;
  queue: HubQueue;
  messages: Pick<QueueMessages, 'store' | 'setAside'>;
  tallies: RoundTallies;
}

export type Received = { readonly outcome: 'received'; readonly count: number } | QueueTrouble;
export type Receiver = ReturnType<typeof createReceiver>;

/** Receives messages, stores each, and deletes a message from the queue only after the commit. */
export function createReceiver({ database, log, queue, messages, tallies }: ReceiverDependencies) {
  let knownTrouble: string | null = null;
  let storing: Promise<unknown> = Promise.resolve();

  /** From the first message that fails on, messages go back to the queue, which keeps their order. */
  const storeAll = async (batch: readonly QueueMessage[]): Promise<void> => {
    for (const [index, message] of batch.entries()) {
      try {
        tallies.count(await messages.store(message));
      } catch (error) {
        if (!(await isSetAside(message, error))) {
          await queue.release(batch.slice(index).map(({ receipt }) => receipt));
          throw error;
        }
      }
      await queue.delete(message.receipt);
    }
  };

  /** Returns false for a message that should be delivered again. Throws while the database is away. */
  const isSetAside = async (message: QueueMessage, error: unknown): Promise<boolean> => {
    if (message.deliveries < MAX_DELIVERIES) return false;
    await messages.setAside(message);
    log.error({ err: error, messageId: message.id }, 'A hub event could not be processed, set aside and retried');
    return true;
  };

  /**
   * Logs a change, and saves the trouble each time: another process may have read the queue since, without trouble. The
   * page of staff shows the trouble of the process that reads.
   */
  const noteTrouble = async (trouble: QueueTrouble | null): Promise<void> => {
    const name = trouble === null ? null : `${trouble.outcome} ${trouble.reason}`;
    if (name !== knownTrouble) logChange(trouble);
    knownTrouble = name;
    await saveTrouble(database.sql, trouble);
  };

  const logChange = (trouble: QueueTrouble | null): void => {
    if (trouble?.outcome === 'refused')
      log.error({ reason: trouble.reason }, 'The hub queue refuses this server, hub events wait, check AJAX_SQS_*');
    else if (trouble !== null) log.warn({ reason: trouble.reason }, 'The hub queue does not answer, retrying');
    else log.warn('The hub queue answers again');
  };

  return {
    async receive(waitSec: number, signal: AbortSignal): Promise<Received> {
      const received = await queue.receive(waitSec, signal);
      if (received.outcome !== 'received') {
        // The end of the process is no trouble of the queue.
        if (!signal.aborted) await noteTrouble(received);
        return received;
      }
      if (signal.aborted) {
        // The next reader gets the messages at once, not after their visibility time.
        await queue.release(received.messages.map(({ receipt }) => receipt));
        return { outcome: 'received', count: 0 };
      }
      await noteTrouble(null);
      const work = storeAll(received.messages);
      storing = Promise.allSettled([storing, work]);
      await work;
      return { outcome: 'received', count: received.messages.length };
    },
    /** Resolves when the messages received so far are stored or back in the queue. */
    settled: async (): Promise<void> => {
      await storing;
    },
  };
}
