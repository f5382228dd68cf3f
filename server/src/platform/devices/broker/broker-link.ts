// A connection to the broker that heals by itself. Its MQTT session outlives it, so that the broker keeps the messages
// that are not acknowledged.
import type { Stop } from '#platform/clock/clock';

import type { Delivery } from './broker-acks.ts';
import { connectToBroker } from './broker-connection.ts';
import type { BrokerConnection, BrokerConnectionOptions, BrokerMessage } from './broker-connection.ts';
import { createOutgoing } from './broker-outgoing.ts';
import type { Outgoing } from './broker-outgoing.ts';
import type { BrokerProblem } from './broker-reasons.rules.ts';

export interface BrokerLink {
  start(): void;
  isUp(): boolean;
  /** Returns false when the broker is away or too many messages wait. */
  publish(message: Outgoing): boolean;
  /** For messages whose loss is harmless. */
  publishUnacknowledged(topic: string, payload: string): void;
  inFlight(): number;
  /** Takes no further messages. The broker delivers them again later. */
  stopReading(): void;
  /** Ends the connection. With `forgetSession` the broker forgets the session too. */
  stop(options: { forgetSession: boolean }): void;
}

export interface BrokerLinkOptions extends Omit<BrokerConnectionOptions, 'outgoing' | 'onEnd'> {
  /** Called for each lost connection and each failed attempt. */
  onDown(problem: BrokerProblem): void;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

export function createBrokerLink(options: BrokerLinkOptions): BrokerLink {
  const { clock } = options;
  const outgoing = createOutgoing(() => clock.now().getTime());
  let connection: BrokerConnection | null = null;
  let isReading = true;
  let isStopped = false;
  let pauseMs = FIRST_PAUSE_MS;
  let stopTimer: Stop = () => {};

  const connect = (): void => {
    connection = connectToBroker({
      ...options,
      outgoing,
      onMessage: (message: BrokerMessage, delivery: Delivery) => {
        if (isReading) options.onMessage(message, delivery);
      },
      onUp: () => {
        pauseMs = FIRST_PAUSE_MS;
        options.onUp();
      },
      onEnd: (problem) => {
        connection = null;
        if (isStopped) return;
        stopTimer = clock.after(pauseMs, connect);
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        options.onDown(problem);
      },
    });
  };

  const isUp = (): boolean => connection?.isUp() === true;

  return {
    start: connect,
    isUp,
    publish: (message) => {
      if (!isUp() || !outgoing.add(message)) return false;
      for (const packet of outgoing.take()) connection?.send(packet);
      return true;
    },
    publishUnacknowledged: (topic, payload) => {
      if (isUp()) connection?.send({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false });
    },
    inFlight: () => connection?.inFlight() ?? 0,
    stopReading: () => {
      isReading = false;
    },
    stop: (how) => {
      isStopped = true;
      stopTimer();
      connection?.close(how);
      connection = null;
    },
  };
}
