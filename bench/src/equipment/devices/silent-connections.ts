// Connections that open and stay silent, as of an attacker that exhausts a port.
import { createConnection, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface SilentConnections {
  /** Of the opened connections, how many the server has not closed. */
  openCount(): number;
  stop(): void;
}

const OPENED_AT_ONCE = 100;
const PAUSE_MS = 10;

/** Opens `count` connections, a hundred at a time, and resolves after the last attempt. */
export async function openSilently(port: number, count: number): Promise<SilentConnections> {
  const open = new Set<Socket>();
  for (let tried = 0; tried < count; tried += OPENED_AT_ONCE) {
    for (let nth = 0; nth < OPENED_AT_ONCE; nth += 1) {
      const socket = createConnection({ host: '127.0.0.1', port });
      open.add(socket);
      socket.on('error', () => {}).once('close', () => open.delete(socket));
    }
    await wait(PAUSE_MS);
  }
  return {
    openCount: () => open.size,
    stop: () => {
      for (const socket of open) socket.destroy();
    },
  };
}
