// The way of commands and answers to a device: over its own connection, or over the broker.
import type { CertificateAnswer } from '@trace/contract/device-protocol/certificates';
import type { CommandMessage } from '@trace/contract/device-protocol/commands';

import type { Broker } from './broker/broker.ts';
import type { Connections } from './endpoint/connections.ts';

export interface CommandRoutes {
  isConnected(serial: string): boolean;
  /** The number of the connection over which the device receives commands, or null when it receives none. */
  commandConnectionOf(serial: string): number | null;
  /** Sends a command over the connection of this number, unless that has ended. */
  send(serial: string, message: CommandMessage, connectionNumber: number): 'sent' | 'not_sent';
  /** The device repeats its message when it gets no answer. */
  publishCertificate(serial: string, answer: CertificateAnswer): void;
}

/**
 * Stands for the connection of every device behind the broker. The number never grows, so that no command is published
 * twice: broker and device repeat lost packets within their session.
 */
const BROKER_CONNECTION = 1;

export function createCommandRoutes(
  connections: Pick<Connections, 'find'>,
  broker: Pick<Broker, 'isOnline' | 'send' | 'publishCertificate'> | null,
): CommandRoutes {
  const isBehindBroker = (serial: string): boolean => broker?.isOnline(serial) === true;
  return {
    isConnected: (serial) => connections.find(serial)?.isOpen() === true || isBehindBroker(serial),
    commandConnectionOf: (serial) => {
      const connection = connections.find(serial);
      if (connection?.isListening() === true) return connection.connectionNumber;
      return isBehindBroker(serial) ? BROKER_CONNECTION : null;
    },
    send: (serial, message, connectionNumber) => {
      if (connectionNumber === BROKER_CONNECTION) return broker?.send(serial, message) ?? 'not_sent';
      const connection = connections.find(serial);
      return connection?.connectionNumber === connectionNumber ? connection.send(message) : 'not_sent';
    },
    publishCertificate: (serial, answer) => {
      const connection = connections.find(serial);
      if (connection === undefined) broker?.publishCertificate(serial, answer);
      else connection.publishCertificate(answer);
    },
  };
}
