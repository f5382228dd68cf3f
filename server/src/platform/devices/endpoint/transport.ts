// The socket of a connection with its state: writes packets, refuses a device that misbehaves, and ends.
import type { Socket } from 'node:net';

import type { DisconnectReason } from '../device-message.ts';
import { createAcknowledgements } from './acknowledgements.ts';
import type { Connection, ConnectionHost } from './connection-host.ts';
import { createPacketReader } from './packet-reader.ts';
import { writePubacks } from './publish-packet.ts';

/**
 * new: no packet yet · admitting: the registry is queried · open · stopped: no longer read, still acknowledged · closed
 */
type State = 'new' | 'admitting' | 'open' | 'stopped' | 'closed';

/** A device that leaves more bytes than this unread gets no more commands. */
const MAX_UNREAD_BYTES = 64 * 1024;
/** Time for the other side to receive the last bytes before the socket is destroyed. */
const LINGER_MS = 2_000;

export type Transport = ReturnType<typeof createTransport>;

/** The objects that all parts of one connection use. */
export interface ConnectionParts {
  readonly socket: Socket;
  readonly host: ConnectionHost;
  readonly connection: Connection;
  readonly transport: Transport;
}

export function createTransport(socket: Socket, host: ConnectionHost, connection: Connection) {
  const reader = createPacketReader();
  const acks = createAcknowledgements(host.receiveWindow);
  let state: State = 'new';

  /** Returns false when the device does not read, because memory for unread bytes is limited. */
  const write = (bytes: Buffer): boolean => {
    if (socket.writableLength > MAX_UNREAD_BYTES) return refuse('it does not read');
    socket.write(bytes);
    return true;
  };

  const writeDueAcks = (): void => {
    const packetIds = acks.takeDue();
    if (packetIds.length > 0 && state !== 'closed') write(writePubacks(packetIds));
  };

  const refuse = (reason: string): false => {
    host.onRefused(connection, reason);
    return close('misbehaved');
  };

  /** Ends the connection at once. Reading on until the device notices the end would cost more than it may send. */
  const cut = (reason: string): void => {
    refuse(reason);
    socket.pause();
    socket.destroySoon();
  };

  const endSocket = (): void => {
    socket.end();
    // Reads and drops further bytes, so that the end of the stream is seen.
    socket.resume();
    host.after(LINGER_MS, () => socket.destroy());
  };

  const close = (reason: DisconnectReason): false => {
    if (state === 'closed') return false;
    const wasOpen = state === 'open' || state === 'stopped';
    writeDueAcks();
    state = 'closed';
    reader.clear();
    if (reason === 'lost') host.endLater(endSocket);
    else endSocket();
    host.onClosed(connection, wasOpen ? reason : null);
    return false;
  };

  return {
    reader,
    acks,
    is: (expected: State): boolean => state === expected,
    enter: (next: Exclude<State, 'new' | 'closed'>): void => {
      state = next;
    },
    /** Whether the device reads fast enough for another command. */
    mayTakeMore: (): boolean => socket.writableLength < MAX_UNREAD_BYTES,
    write,
    writeDueAcks,
    refuse,
    cut,
    close,
  };
}
