// Plain HTTP beside HTTPS: leads browsers to the address of the portal, and answers the challenge of a certificate
// authority.
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface RedirectServer {
  start(): Promise<{ port: number }>;
  stop(): Promise<void>;
}

export interface RedirectOptions {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  /** The web root of ACME clients such as certbot. */
  readonly challengeDirectory: string;
  readonly maxConnections: number;
}

const REQUEST_TIMEOUT_MS = 10_000;
/** RFC 8555: a token is base64url, so that it cannot leave its folder. */
const CHALLENGE = /^\/\.well-known\/acme-challenge\/([\w-]{1,200})$/;

export function createRedirectServer(options: RedirectOptions): RedirectServer {
  const { host, port, publicUrl, challengeDirectory, maxConnections } = options;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? '/';
    const token = CHALLENGE.exec(path)?.[1];
    if (token !== undefined)
      return sendChallenge(join(challengeDirectory, '.well-known/acme-challenge', token), response);
    // An address with a host, as for a proxy, would lead elsewhere.
    const location = publicUrl + (path.startsWith('/') ? path : '/');
    // 308 keeps the method, so that an app with an http address sends its report again by https.
    response.writeHead(308, { location, 'cache-control': 'no-store', connection: 'close' }).end();
  };
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS }, answer);
  server.maxConnections = maxConnections;
  return {
    start: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host, port }, () => {
          server.off('error', reject);
          resolve({ port: (server.address() as AddressInfo).port });
        });
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendChallenge(file: string, response: ServerResponse): void {
  const stream = createReadStream(file);
  stream.once('open', () => {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' });
    stream.pipe(response);
  });
  stream.once('error', () => response.writeHead(404, { 'cache-control': 'no-store' }).end());
}
