// Connections without an accepted device: from the TCP connection until the server accepts its CONNECT.
import type { Socket } from 'node:net';
import { networkOf } from '@trace/contract/kernel/network';

export type DropReason = 'droppedPending' | 'droppedPerNetwork';

export interface PendingConnections {
  /** Counts a new socket until `finish` or its end. Destroys the socket and returns false when there are too many. */
  admit(socket: Socket): boolean;
  /** The device was accepted: its connection no longer counts. */
  finish(socket: Socket): void;
}

interface PendingOptions {
  readonly maxPending: number;
  readonly maxPendingPerNetwork: number;
  onDrop(reason: DropReason): void;
}

/** Refuses the newest: in a storm of returning devices the oldest handshakes are the next to finish. */
export function createPendingConnections({
  maxPending,
  maxPendingPerNetwork,
  onDrop,
}: PendingOptions): PendingConnections {
  /** By the caller's address and port, which the TLS socket and the TCP socket of one connection share. */
  const networks = new Map<string, string>();
  const counts = new Map<string, number>();

  const finish = (key: string): void => {
    const network = networks.get(key);
    if (network === undefined) return;
    networks.delete(key);
    const left = counts.get(network)! - 1;
    if (left === 0) counts.delete(network);
    else counts.set(network, left);
  };

  const drop = (socket: Socket, reason: DropReason): false => {
    socket.destroy();
    onDrop(reason);
    return false;
  };

  return {
    admit: (socket) => {
      const key = keyOf(socket);
      const network = networkOf(socket.remoteAddress ?? '');
      const count = counts.get(network) ?? 0;
      if (networks.size >= maxPending) return drop(socket, 'droppedPending');
      if (count >= maxPendingPerNetwork) return drop(socket, 'droppedPerNetwork');
      networks.set(key, network);
      counts.set(network, count + 1);
      socket.once('close', () => finish(key));
      return true;
    },
    finish: (socket) => finish(keyOf(socket)),
  };
}

const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
