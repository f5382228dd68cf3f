// The HTTPS listener of the portal: HTTP/2, and HTTP/1.1 for clients without it.
import type { RequestListener, Server } from 'node:http';
import { createSecureServer, type Http2SecureServer, type Http2ServerRequest } from 'node:http2';
import type { Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';

export interface TlsPair {
  readonly certificatePem: string;
  readonly keyPem: string;
}

export interface TlsServers {
  /** For fastify, which asks for a server for each address of the host. */
  serverFactory(handler: RequestListener): Server;
  /** Connections made from now on get this pair. Open connections go on. */
  renew(pair: TlsPair): void;
}

/** Forward secrecy and authenticated encryption only, so no CBC. */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

const HANDSHAKE_MS = 10_000;
/** A connection of HTTP/2 without a frame in either direction ends after this time. Streams send a comment before. */
const IDLE_MS = 120_000;
/** Requests that one browser may have open at once. */
const MAX_STREAMS = 100;

const contextOf = ({ certificatePem, keyPem }: TlsPair): SecureContextOptions => ({
  cert: certificatePem,
  key: keyPem,
  ciphers: CIPHERS,
  minVersion: 'TLSv1.2',
});

/** @param requestTimeoutMs a caller that sends its request slower is disconnected */
export function createTlsServers(first: TlsPair, requestTimeoutMs: number): TlsServers {
  const servers = new Set<Http2SecureServer>();
  let pair = first;
  return {
    serverFactory: (handler) => {
      const server = createSecureServer({
        ...contextOf(pair),
        allowHTTP1: true,
        handshakeTimeout: HANDSHAKE_MS,
        settings: { maxConcurrentStreams: MAX_STREAMS },
      });
      // Missing in the types: its connections of HTTP/1.1 obey it.
      Object.assign(server, { requestTimeout: requestTimeoutMs });
      server.on('request', (request, response) => {
        limitTime(request, requestTimeoutMs);
        handler(request as never, response as never);
      });
      server.on('session', (session) => session.setTimeout(IDLE_MS, () => session.close()));
      // Node leaves the socket of a failed handshake to this listener.
      server.on('tlsClientError', (_error, socket) => socket.destroy());
      servers.add(server);
      server.once('close', () => servers.delete(server));
      return asHttpServer(server);
    },
    renew: (next) => {
      pair = next;
      for (const server of servers) server.setSecureContext(contextOf(next));
    },
  };
}

/** Node limits the time of a request in HTTP/1.1 alone. */
function limitTime(request: Http2ServerRequest, withinMs: number): void {
  if (request.httpVersionMajor !== 2 || request.complete) return;
  const timer = setTimeout(() => request.stream.close(), withinMs);
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer));
}

/** A server of HTTP/2 lacks the method by which fastify ends open connections when it closes. */
function asHttpServer(server: Http2SecureServer): Server {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const closeAllConnections = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return Object.assign(server, { closeAllConnections }) as unknown as Server;
}
