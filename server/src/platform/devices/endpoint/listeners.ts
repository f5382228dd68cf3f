// The doors: TLS with a certificate asked from every device, and a plain one on loopback for development.
import { createServer as createPlainServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { TLSSocket } from 'node:tls';

import { serialSchema } from '@trace/contract/kernel/serial';

import type { PeerIdentity } from './connect.rules.ts';

export interface TlsMaterial {
  readonly keyPem: string;
  readonly certificatePem: string;
  readonly caPem: string;
}

export type OnSocket = (socket: Socket, identity: PeerIdentity | null) => void;

export interface Door {
  readonly port: number;
  /** Only for TLS: connections made from now on see the new certificate. */
  renew(material: TlsMaterial): void;
  /** Lets nobody in any more; those inside stay. */
  close(): void;
}

interface DoorOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly maxConnections: number;
  readonly onSocket: OnSocket;
}

const HANDSHAKE_MS = 5_000;
/** A storm of returning devices waits in the kernel instead of being refused. */
const BACKLOG = 4_096;

export async function openTlsDoor(options: DoorOptions & { material: TlsMaterial }): Promise<Door> {
  const server = createTlsServer({
    ...contextOf(options.material),
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    handshakeTimeout: HANDSHAKE_MS,
    noDelay: true,
    // One session per connection: a revoked certificate must not come back by resuming.
    sessionTimeout: 1,
  });
  server.on('secureConnection', (socket) => {
    const identity = identityOf(socket);
    if (identity === null) return socket.destroy();
    options.onSocket(socket, identity);
  });
  // Strangers and scanners fail here all day; the socket is already closed.
  server.on('tlsClientError', () => {});
  const port = await listen(server, options);
  return { port, renew: (material) => server.setSecureContext(contextOf(material)), close: () => server.close() };
}

/** Believes whatever client id it is told: for development, on loopback only. */
export async function openPlainDoor(options: DoorOptions): Promise<Door> {
  const server = createPlainServer({ noDelay: true }, (socket) => options.onSocket(socket, null));
  const port = await listen(server, options);
  return { port, renew: () => {}, close: () => server.close() };
}

function contextOf({ keyPem, certificatePem, caPem }: TlsMaterial): { key: string; cert: string; ca: string } {
  return { key: keyPem, cert: certificatePem, ca: caPem };
}

/** The common name of the certificate that the handshake has verified. */
function identityOf(socket: TLSSocket): PeerIdentity | null {
  const certificate = socket.getPeerX509Certificate();
  if (!socket.authorized || certificate === undefined) return null;
  const commonName = /^CN=(.*)$/m.exec(certificate.subject)?.[1];
  const serial = serialSchema.safeParse(commonName);
  if (!serial.success) return null;
  return { serial: serial.data, fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase() };
}

function listen(server: Server, { host, port, maxConnections }: DoorOptions): Promise<number> {
  server.maxConnections = maxConnections;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
