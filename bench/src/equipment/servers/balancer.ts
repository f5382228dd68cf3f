// A TCP load balancer: each new connection goes to the next server that accepts it.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Balancer {
  readonly port: number;
  /** Cuts the clients, and leaves the connections to the servers open, as a network that vanishes. Returns their number. */
  strand(): number;
  /** Stranded connections that their server has not closed yet. */
  stranded(): number;
  stop(): void;
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const pairs = new Map<Socket, Socket>();
  const stranded = new Set<Socket>();
  let turn = 0;

  const pass = (client: Socket, left = ports.length): void => {
    turn += 1;
    const server = connect({ host: '127.0.0.1', port: ports[turn % ports.length]!, noDelay: true });
    server.once('connect', () => {
      pairs.set(client, server);
      client.pipe(server).pipe(client);
    });
    server.on('error', () => {
      if (pairs.has(client) || left === 1) client.destroy();
      else pass(client, left - 1);
    });
    server.on('close', () => {
      stranded.delete(server);
      if (pairs.delete(client)) client.destroy();
    });
    client.on('close', () => {
      if (!stranded.has(server)) server.destroy();
    });
  };

  const listener = createServer({ noDelay: true }, (client) => {
    client.on('error', () => {});
    pass(client);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    strand() {
      const cut = [...pairs];
      for (const [client, server] of cut) {
        stranded.add(server);
        pairs.delete(client);
        client.unpipe(server);
        server.unpipe(client);
        server.resume();
        client.destroy();
      }
      return cut.length;
    },
    stranded: () => stranded.size,
    stop() {
      listener.close();
      for (const [client, server] of pairs) {
        client.destroy();
        server.destroy();
      }
      for (const server of stranded) server.destroy();
    },
  };
}
