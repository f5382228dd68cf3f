// The way of a command to a device: over its own connection, or over the broker.
import type { Broker } from './broker/broker.ts';
import type { Connections } from './endpoint/connections.ts';
import type { Gateway } from './gateway.ts';

/**
 * Stands for the connection of every device behind the broker. It never grows, so that no command is published twice:
 * the broker and the device's session repeat what was lost.
 */
const BROKER_CONNECTION = 1;

export function createCommandRoutes(
  connections: Pick<Connections, 'find'>,
  broker: Pick<Broker, 'isOnline' | 'send'> | null,
): Pick<Gateway, 'isConnected' | 'commandConnectionOf' | 'send'> {
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
  };
}
