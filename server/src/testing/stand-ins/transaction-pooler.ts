// A pooler in transaction mode over the wire: all clients share one session of PostgreSQL, and a client has the session
// from the begin of a transaction to its end. As pgbouncer, refuses unknown start-up parameters.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface TransactionPooler {
  /** The url of a database, led through the pooler. */
  urlOf(databaseUrl: string): string;
  /** The open connections carry nothing any more and no end, as those to a machine that lost its power. */
  vanish(): void;
  stop(): Promise<void>;
}

/** The parameters that pgbouncer passes on. Another one, such as options or statement_timeout, ends the connection. */
const KNOWN_PARAMETERS = new Set(['user', 'database', 'application_name', 'client_encoding', 'DateStyle', 'TimeZone']);

const IDLE = 'I'.charCodeAt(0);

/** @param mode `session`: each client keeps a session of its own */
export async function startPooler(
  databaseUrl: string,
  mode: 'transaction' | 'session' = 'transaction',
): Promise<TransactionPooler> {
  const target = addressOf(databaseUrl);
  const sockets = new Set<Socket>();
  const shared = createShared();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {});
    client.once('data', (startup) => {
      const unknown = parametersOf(startup).find((name) => !KNOWN_PARAMETERS.has(name));
      if (unknown !== undefined) return void client.end(errorMessage(`unsupported startup parameter: ${unknown}`));
      if (mode === 'transaction' && shared.greeting !== null) return shared.serve(client);
      const upstream = connect(target);
      sockets.add(upstream);
      upstream.on('error', () => client.destroy());
      upstream.write(startup);
      if (mode === 'transaction') return shared.adopt(client, upstream);
      client.pipe(upstream).pipe(client);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (url) => {
      const through = new URL(url.replace('@/', '@localhost/'));
      for (const name of ['host', 'port']) through.searchParams.delete(name);
      through.hostname = '127.0.0.1';
      through.port = String(port);
      return through.href;
    },
    vanish: () => {
      for (const socket of sockets) socket.unpipe().removeAllListeners('data').resume();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** The shared session: queries of clients wait for the session in turn. */
function createShared() {
  let upstream: Socket | null = null;
  let owner: Socket | null = null;
  let greeting: Buffer | null = null;
  let heard = Buffer.alloc(0);
  const waiting: { client: Socket; bytes: Buffer }[] = [];

  const next = (): void => {
    const first = waiting.shift();
    if (first === undefined) return;
    owner = first.client;
    upstream?.write(first.bytes);
  };

  const ask = (client: Socket, bytes: Buffer): void => {
    // The end of a client is not the end of the session.
    if (bytes[0] === 'X'.charCodeAt(0)) return;
    waiting.push({ client, bytes });
    if (owner === client) upstream?.write(waiting.pop()!.bytes);
    else if (owner === null) next();
  };

  const onBytes = (bytes: Buffer): void => {
    owner?.write(bytes);
    heard = Buffer.concat([heard, bytes]);
    for (const message of takeMessages()) {
      if (message[0] !== 'Z'.charCodeAt(0)) continue;
      if (greeting === null) greeting = Buffer.concat([authenticationOk, message]);
      if (message[5] !== IDLE) continue;
      owner = null;
      next();
    }
  };

  function* takeMessages(): Generator<Buffer> {
    while (heard.length >= 5 && heard.length > heard.readUInt32BE(1)) {
      const length = heard.readUInt32BE(1) + 1;
      yield heard.subarray(0, length);
      heard = heard.subarray(length);
    }
  }

  return {
    get greeting() {
      return greeting;
    },
    adopt: (client: Socket, session: Socket): void => {
      upstream = session;
      owner = client;
      session.on('data', onBytes);
      // Until the first greeting is over, the bytes of the client are its sign-in.
      client.on('data', (bytes: Buffer) => (greeting === null ? session.write(bytes) : ask(client, bytes)));
    },
    serve: (client: Socket): void => {
      client.write(greeting!);
      client.on('data', (bytes: Buffer) => ask(client, bytes));
    },
  };
}

const authenticationOk = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);

function errorMessage(text: string): Buffer {
  const body = Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** The names of the parameters in a start-up message. */
function parametersOf(startup: Buffer): string[] {
  return startup
    .subarray(8)
    .toString()
    .split('\0')
    .filter((text, index) => index % 2 === 0 && text !== '');
}

function addressOf(databaseUrl: string): { path: string } | { host: string; port: number } {
  const url = new URL(databaseUrl.replace('@/', '@localhost/'));
  const folder = url.searchParams.get('host');
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432));
  return folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${port}` } : { host: folder ?? url.hostname, port };
}
