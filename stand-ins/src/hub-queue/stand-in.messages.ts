// The messages of a FIFO queue: order within a group, deduplication, and redelivery after the visibility time.
import { createHash, randomUUID } from 'node:crypto';

const DEDUPLICATION_MS = 5 * 60_000;

interface QueuedMessage {
  readonly id: string;
  readonly group: string;
  readonly body: string;
  readonly sentMs: number;
  receipt: string | null;
  receiveCount: number;
  visibleFromMs: number;
}

export interface ReceivedMessage {
  MessageId: string;
  ReceiptHandle: string;
  MD5OfBody: string;
  Body: string;
  Attributes: Record<string, string>;
}

export type FifoMessages = ReturnType<typeof createFifoMessages>;

export function createFifoMessages() {
  const queue: QueuedMessage[] = [];
  const sentBefore = new Map<string, { id: string; untilMs: number }>();
  const arrivals = new Set<() => void>();
  let aheadMs = 0;
  let droppedDeletes = 0;
  const now = (): number => Date.now() + aheadMs;
  const announce = (): void => {
    for (const arrive of arrivals) arrive();
  };
  const find = (receipt: string): QueuedMessage | undefined => queue.find((message) => message.receipt === receipt);

  return {
    /** A message with the deduplication id of the last five minutes is accepted and dropped. */
    send({ body, group, deduplicationId }: { body: string; group: string; deduplicationId: string }): string {
      const earlier = sentBefore.get(deduplicationId);
      if (earlier !== undefined && earlier.untilMs > now()) return earlier.id;
      const id = randomUUID();
      sentBefore.set(deduplicationId, { id, untilMs: now() + DEDUPLICATION_MS });
      queue.push({ id, group, body, sentMs: now(), receipt: null, receiveCount: 0, visibleFromMs: 0 });
      announce();
      return id;
    },

    /** Takes visible messages in order. A group waits while a message of an earlier receive is invisible. */
    receive(most: number, visibilitySec: number): ReceivedMessage[] {
      const blocked = new Set<string>();
      const taken: ReceivedMessage[] = [];
      for (const message of queue) {
        if (taken.length === most) break;
        if (message.visibleFromMs > now()) blocked.add(message.group);
        if (blocked.has(message.group)) continue;
        message.receipt = randomUUID();
        message.receiveCount += 1;
        taken.push(presentedOf(message));
      }
      for (const { ReceiptHandle } of taken) find(ReceiptHandle)!.visibleFromMs = now() + visibilitySec * 1_000;
      return taken;
    },

    delete(receipt: string): void {
      if (droppedDeletes > 0) {
        droppedDeletes -= 1;
        return;
      }
      const index = queue.findIndex((message) => message.receipt === receipt);
      if (index !== -1) queue.splice(index, 1);
      announce();
    },

    hide(receipt: string, visibilitySec: number): void {
      const message = find(receipt);
      if (message !== undefined) message.visibleFromMs = now() + visibilitySec * 1_000;
      announce();
    },

    /** Resolves when a message arrives or becomes visible, at the latest after `waitMs`. */
    arrival(waitMs: number): Promise<void> {
      return new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          arrivals.delete(end);
          resolve();
        };
        const timer = setTimeout(end, waitMs);
        arrivals.add(end);
      });
    },

    /** Moves the queue's clock, which ends visibility times. */
    advance(ms: number): void {
      aheadMs += ms;
      announce();
    },
    dropDeletes(count: number): void {
      droppedDeletes = count;
    },
    waiting: (): number => queue.length,
  };
}

export const md5Of = (body: string): string => createHash('md5').update(body, 'utf8').digest('hex');

const presentedOf = ({ id, receipt, body, group, sentMs, receiveCount }: QueuedMessage): ReceivedMessage => ({
  MessageId: id,
  ReceiptHandle: receipt!,
  MD5OfBody: md5Of(body),
  Body: body,
  Attributes: {
    ApproximateReceiveCount: String(receiveCount),
    SentTimestamp: String(Math.round(sentMs)),
    MessageGroupId: group,
  },
});
