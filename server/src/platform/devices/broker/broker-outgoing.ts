// Commands on their way to the broker: each waits for the broker's PUBACK, within the window that the broker allows.
import type { IPublishPacket } from 'mqtt-packet';

export interface Outgoing {
  readonly topic: string;
  readonly payload: string;
  readonly expiresAtMs: number;
  /** The broker's answer. `false`: it has no subscriber for the topic, or refuses the message. */
  onAnswered(isAccepted: boolean): void;
}

export type OutgoingQueue = ReturnType<typeof createOutgoing>;

const MOST_WAITING = 1_000;
const MAX_PACKET_ID = 65_535;
/** Beyond this the broker keeps the message without an end. */
const LONGEST_EXPIRY_MS = 86_400_000;

export function createOutgoing(nowMs: () => number) {
  const inFlight = new Map<number, Outgoing>();
  let waiting: Outgoing[] = [];
  let window = MAX_PACKET_ID;
  let lastPacketId = 0;

  const nextPacketId = (): number => {
    do lastPacketId = (lastPacketId % MAX_PACKET_ID) + 1;
    while (inFlight.has(lastPacketId));
    return lastPacketId;
  };

  const packetOf = ({ topic, payload, expiresAtMs }: Outgoing, messageId: number, dup: boolean): IPublishPacket => {
    const leftMs = expiresAtMs - nowMs();
    const properties =
      leftMs > LONGEST_EXPIRY_MS ? {} : { messageExpiryInterval: Math.max(1, Math.ceil(leftMs / 1_000)) };
    return { cmd: 'publish', topic, payload, qos: 1, retain: false, dup, messageId, properties };
  };

  const isExpired = ({ expiresAtMs }: Outgoing): boolean => expiresAtMs <= nowMs();

  return {
    /** Returns false when too many wait. */
    add: (message: Outgoing): boolean => waiting.length < MOST_WAITING && waiting.push(message) > 0,
    /** The packets that can leave now. */
    take: (): IPublishPacket[] => {
      const packets: IPublishPacket[] = [];
      waiting = waiting.filter((message) => !isExpired(message));
      while (waiting.length > 0 && inFlight.size < window) {
        const message = waiting.shift()!;
        const messageId = nextPacketId();
        inFlight.set(messageId, message);
        packets.push(packetOf(message, messageId, false));
      }
      return packets;
    },
    /** After a reconnect: the packets without an answer, again. `receiveMaximum` is what the broker allows. */
    repeat: (receiveMaximum: number): IPublishPacket[] => {
      window = receiveMaximum;
      for (const [messageId, message] of inFlight) if (isExpired(message)) inFlight.delete(messageId);
      return [...inFlight].map(([messageId, message]) => packetOf(message, messageId, true));
    },
    answer: (messageId: number, reasonCode: number): void => {
      const message = inFlight.get(messageId);
      inFlight.delete(messageId);
      message?.onAnswered(reasonCode === 0);
    },
  };
}
