// The listeners for devices: TLS with a client certificate, and a plain listener on loopback for development.
import { randomBytes, X509Certificate } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { SecureContextOptions, TLSSocket } from 'node:tls';

import { serialSchema } from '@trace/contract/kernel/serial.schema';

import type { PeerIdentity } from './connect.rules.ts';
import type { PendingConnections } from './pending-connections.ts';
import { chooseProtocol } from './protocol-choice.ts';

export interface TlsMaterial {
  readonly keyPem: string;
  readonly certificatePem: string;
  readonly caPem: string;
}

/** @param onAccepted called once, when the server has accepted the CONNECT of the device */
export type OnSocket = (socket: Socket, identity: PeerIdentity | null, onAccepted: () => void) => void;

/** Takes a connection that speaks HTTP. `onAccepted` as for MQTT: called once, when a request has proven the device. */
export type OnHttpSocket = (socket: Socket, identity: PeerIdentity, onAccepted: () => void) => void;

export type ListenerDropReason = 'droppedHandshakes' | 'droppedFull';

export interface Listener {
  readonly port: number;
  /** Only for TLS: connections made from now on see the new certificate. */
  renew(material: TlsMaterial): void;
  /** Accepts no more connections. Open connections stay. */
  close(): void;
}

interface ListenerOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  readonly maxConnections: number;
  readonly pending: PendingConnections;
  readonly onSocket: OnSocket;
  onDrop(reason: ListenerDropReason): void;
}

/** A storm of returning devices waits in the kernel instead of being refused. */
const BACKLOG = 4_096;

export async function openTlsListener(
  options: ListenerOptions & { material: TlsMaterial; handshakeMs: number; onHttpSocket: OnHttpSocket },
): Promise<Listener> {
  const { pending, onDrop, onSocket, onHttpSocket } = options;
  let { caPem } = options.material;
  const tls = createTlsServer({
    ...contextOf(options.material),
    requestCert: true,
    // A device whose certificate has ended may renew it, so `identityOf` decides.
    rejectUnauthorized: false,
    handshakeTimeout: options.handshakeMs,
  });
  const undecided = new Set<Socket>();
  tls.on('secureConnection', (socket) => {
    const identity = identityOf(socket, caPem);
    if (identity === null) {
      socket.destroy();
      onDrop('droppedHandshakes');
      return;
    }
    const onAccepted = (): void => pending.finish(socket);
    undecided.add(socket);
    socket.once('close', () => undecided.delete(socket));
    chooseProtocol(socket, options.handshakeMs, {
      mqtt: () => {
        undecided.delete(socket);
        onSocket(socket, identity, onAccepted);
      },
      http: () => {
        undecided.delete(socket);
        onHttpSocket(socket, identity, onAccepted);
      },
    });
  });
  // Node reports a handshake that timed out or failed here, and leaves closing the socket to the listener.
  tls.on('tlsClientError', (_error, socket) => {
    socket.destroy();
    onDrop('droppedHandshakes');
  });
  // A separate server accepts the connections, so that connections beyond the limits are dropped before any TLS work.
  const server = createServer({ noDelay: true }, (socket) => {
    if (!pending.admit(socket)) return;
    tls.emit('connection', socket);
  });
  const port = await listen(server, options);
  const close = (): void => {
    server.close();
    for (const socket of undecided) socket.destroy();
  };
  const renew = (material: TlsMaterial): void => {
    ({ caPem } = material);
    tls.setSecureContext(contextOf(material));
  };
  return { port, renew, close };
}

/** Believes the client id of every device: for development, on loopback only. */
export async function openPlainListener(options: ListenerOptions): Promise<Listener> {
  const { pending } = options;
  const server = createServer({ noDelay: true }, (socket) => {
    if (pending.admit(socket)) options.onSocket(socket, null, () => pending.finish(socket));
  });
  const port = await listen(server, options);
  return { port, renew: () => {}, close: () => server.close() };
}

/** Forward secrecy and authenticated encryption only, so no CBC. All certificates of the authority are EC P-256. */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
].join(':');

/**
 * A tracker that lost its network, or slept for a night, resumes its TLS session. Resuming skips no check: each CONNECT
 * asks the registry and the deny list, and the end of the certificate is checked while the device is connected.
 */
const TICKET_SEC = 24 * 3_600;
const TICKET_KEY_BYTES = 48;

/** Complete, because a renewal replaces the whole context. Each renewal has new ticket keys. */
function contextOf({ keyPem, certificatePem, caPem }: TlsMaterial): SecureContextOptions {
  return {
    key: keyPem,
    cert: certificatePem,
    ca: caPem,
    ciphers: CIPHERS,
    minVersion: 'TLSv1.2',
    sessionTimeout: TICKET_SEC,
    sessionIdContext: 'trace-devices',
    ticketKeys: randomBytes(TICKET_KEY_BYTES),
  };
}

/**
 * The common name of the certificate of the device, whose key the handshake has proven. An ended certificate of our
 * authorities is good enough: admission decides how long after its end.
 */
function identityOf(socket: TLSSocket, caPem: string): PeerIdentity | null {
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined || !(socket.authorized || isEndedOfOurs(socket, certificate, caPem))) return null;
  const commonName = /^CN=(.*)$/m.exec(certificate.subject)?.[1];
  const serial = serialSchema.safeParse(commonName);
  if (!serial.success) return null;
  const fingerprint = certificate.fingerprint256.replaceAll(':', '').toLowerCase();
  return { serial: serial.data, fingerprint, validToMs: Date.parse(certificate.validTo) };
}

/** OpenSSL reports one problem of a certificate that may have several, so the signature is verified here. */
function isEndedOfOurs(socket: TLSSocket, certificate: X509Certificate, caPem: string): boolean {
  // The types call the error an Error. Node sets its code.
  if (String(socket.authorizationError) !== 'CERT_HAS_EXPIRED') return false;
  return splitPem(caPem).some((pem) => {
    const authority = new X509Certificate(pem);
    return certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
  });
}

const splitPem = (pem: string): string[] =>
  pem.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [];

function listen(server: Server, { host, port, maxConnections, onDrop }: ListenerOptions): Promise<number> {
  server.maxConnections = maxConnections;
  server.on('drop', () => onDrop('droppedFull'));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
