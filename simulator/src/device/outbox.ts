/** What became of a message: stored by the other side, or given up because the outbox was full or the device wiped. */
export type PublishOutcome = 'acknowledged' | 'dropped';

export interface OutgoingMessage {
  readonly topic: string;
  readonly payload: Buffer;
  messageId: number;
  isRepeat: boolean;
  readonly settle: (outcome: PublishOutcome) => void;
}

/**
 * QoS 1 messages until they are acknowledged, like the flash memory of a device: it outlives connections.
 * Urgent ones overtake all that has not been sent yet. When full, the oldest unsent ordinary message is dropped.
 */
export interface Outbox {
  add(topic: string, payload: Buffer, isUrgent: boolean): Promise<PublishOutcome>;
  /** The next message to send, or null when the window is full or nothing waits. */
  take(which: 'any' | 'urgent'): OutgoingMessage | null;
  /** Whether something could be sent now. */
  hasNext(): boolean;
  /** False when no such message is open. */
  acknowledge(messageId: number): boolean;
  /** After a lost connection: everything unacknowledged goes out again, first and in its old order. */
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
