// The acknowledgements of a connection. A later connection brings unacknowledged messages again under other packet ids,
// so PUBACKs end with their connection.
import { writePubacks } from '../endpoint/publish-packet.ts';

/** Acknowledges messages over the connection of their delivery. */
export interface Delivery {
  /** Returns true when `sendAcks` must be called, once for all messages settled until then. */
  settle(packetId: number): boolean;
  sendAcks(): void;
}

export interface BrokerAcks {
  readonly delivery: Delivery;
  begin(): void;
  inFlight(): number;
  end(): void;
}

export function createBrokerAcks(write: (bytes: Buffer) => void): BrokerAcks {
  let inFlight = 0;
  let dueAcks: number[] = [];
  let isOver = false;
  return {
    delivery: {
      settle: (packetId) => {
        if (isOver || packetId === 0) return false;
        inFlight -= 1;
        return dueAcks.push(packetId) === 1;
      },
      sendAcks: () => {
        if (!isOver && dueAcks.length > 0) write(writePubacks(dueAcks));
        dueAcks = [];
      },
    },
    begin: () => {
      inFlight += 1;
    },
    inFlight: () => inFlight,
    end: () => {
      isOver = true;
    },
  };
}
