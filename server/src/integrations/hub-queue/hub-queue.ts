/** The queue in which the hub service leaves the events of hubs. Reading shows a message again until it is deleted. */
export interface HubQueue {
  /** Waits up to `waitSec` for up to ten messages, and hides them from other readers for 30 seconds. */
  receive(waitSec: number, signal: AbortSignal): Promise<ReceiveOutcome>;
  delete(receipt: string): Promise<DeleteOutcome>;
  /** Shows messages again at once. A failure only delays them. */
  release(receipts: readonly string[]): Promise<void>;
  /** Approximate number of messages in the queue. Null: unknown, or the key may not ask. */
  countWaiting(): Promise<number | null>;
  close(): void;
}

export interface QueueMessage {
  readonly id: string;
  /** Names this delivery of the message. */
  readonly receipt: string;
  readonly body: string;
  /** 1 at the first delivery. */
  readonly deliveries: number;
}

export type QueueTrouble =
  /** Only another setting or the hub service ends this: key, secret, queue name or a missing right. */
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unavailable'; readonly reason: string };

export type ReceiveOutcome =
  | { readonly outcome: 'received'; readonly messages: readonly QueueMessage[] }
  | QueueTrouble;
export type DeleteOutcome = { readonly outcome: 'deleted' } | QueueTrouble;
