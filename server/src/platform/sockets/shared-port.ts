// Several listeners on the port of a server. Node accepts one connection per listener and turn of the event loop, and a
// turn takes several milliseconds while positions and panics are handled. With a single listener, the last of a thousand
// pages that return after a restart is accepted seconds late (decision 050).
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface Address {
  readonly host: string;
  readonly port: number;
}

const MORE_LISTENERS = 15;
/** Linux spreads the connections over all listeners of a port. Elsewhere there is a single listener. */
export const canSharePorts = process.platform === 'linux';

/** Without this check, two servers by mistake would share a port and its connections. @throws EADDRINUSE */
export async function refuseTakenPort(address: Address): Promise<void> {
  const server = createServer();
  server.listen(address);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/**
 * Passes the connections of further listeners to `server`, which listens with `reusePort`.
 * @param allowHalfOpen as Node's HTTP server: a caller may end its side before the answer
 * @returns closes these listeners. Their open connections stay.
 */
export async function listenMore(server: Server, host: string, allowHalfOpen: boolean): Promise<() => void> {
  if (!canSharePorts) return () => {};
  const { port } = server.address() as AddressInfo;
  const listeners = Array.from({ length: MORE_LISTENERS }, () =>
    createServer({ allowHalfOpen, noDelay: true }, (socket) => void server.emit('connection', socket)),
  );
  await Promise.all(listeners.map((listener) => once(listener.listen({ host, port, reusePort: true }), 'listening')));
  return () => {
    for (const listener of listeners) listener.close();
  };
}

/** Counts the connections of all listeners. Node's own limit counts those of a single listener. */
export function limitConnections(server: Server, most: number): void {
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    if (open > most) socket.destroy();
  });
}
