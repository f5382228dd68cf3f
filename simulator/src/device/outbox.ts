/** The outcome of a message: stored by the server, or dropped because the outbox was full. */
export type PublishOutcome = 'acknowledged' | 'dropped';

export interface OutgoingMessage {
  readonly topic: string;
  readonly payload: Buffer;
  messageId: number;
  isRepeat: boolean;
  readonly settle: (outcome: PublishOutcome) => void;
}

/**
 * QoS 1 messages until their acknowledgement. Like a device's flash memory, the outbox outlives connections. Urgent
 * messages overtake all unsent messages. When full, the outbox drops the oldest unsent message.
 */
export interface Outbox {
  add(topic: string, payload: Buffer, isUrgent: boolean): Promise<PublishOutcome>;
  /** Returns the next message to send, or null when the window is full or no message waits. */
  take(which: 'any' | 'urgent'): OutgoingMessage | null;
  /** Whether a message could be sent now. */
  hasNext(): boolean;
  /** False when no such message is open. */
  acknowledge(messageId: number): boolean;
  /** After a lost connection, queues every unacknowledged message again: first, and in the old order. */
  repeatUnacknowledged(): void;
  size(): number;
  unacknowledged(): number;
}

const MESSAGE_IDS = 65_535;

export function createOutbox(options: { window: number; capacity: number }): Outbox {
  const open = new Map<number, OutgoingMessage>();
  let repeats: OutgoingMessage[] = [];
  const urgent: OutgoingMessage[] = [];
  const ordinary: OutgoingMessage[] = [];
  let lastId = 0;

  const nextId = (): number => {
    do lastId = (lastId % MESSAGE_IDS) + 1;
    while (open.has(lastId));
    return lastId;
  };

  return {
    add(topic, payload, isUrgent) {
      return new Promise((resolve) => {
        const message = { topic, payload, messageId: 0, isRepeat: false, settle: resolve };
        if (isUrgent) urgent.push(message);
        else ordinary.push(message);
        if (ordinary.length > options.capacity) ordinary.shift()?.settle('dropped');
        if (urgent.length > options.capacity) urgent.shift()?.settle('dropped');
      });
    },
    take(which) {
      const repeat = which === 'any' ? repeats.shift() : undefined;
      if (repeat !== undefined) return repeat;
      if (open.size >= options.window) return null;
      const message = urgent.shift() ?? (which === 'any' ? ordinary.shift() : undefined);
      if (message === undefined) return null;
      message.messageId = nextId();
      open.set(message.messageId, message);
      return message;
    },
    hasNext: () => repeats.length > 0 || (open.size < options.window && urgent.length + ordinary.length > 0),
    acknowledge(messageId) {
      const message = open.get(messageId);
      if (message === undefined) return false;
      open.delete(messageId);
      message.settle('acknowledged');
      return true;
    },
    repeatUnacknowledged() {
      repeats = [...open.values()];
      for (const message of repeats) message.isRepeat = true;
    },
    size: () => open.size + urgent.length + ordinary.length,
    unacknowledged: () => open.size,
  };
}
