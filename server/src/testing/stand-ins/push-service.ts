// A stand-in for the push services of browsers: real HTTPS with its own certificate authority, real encryption.
import 'reflect-metadata';
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
  webcrypto,
  type ECDH,
} from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cryptoProvider, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import type { NewBrowser } from '@trace/contract/alerts/alerts.settings.schema';
import type { PushMessage } from '#platform/push/push';

export interface PushedMessage {
  readonly message: PushMessage;
  readonly topic: string;
  readonly ttlSec: number;
  readonly urgency: string;
  /** Signed by the key that the browser subscribed with, for this push service. */
  readonly isSigned: boolean;
}

/** A subscribed browser: the subscription that the portal gets, and the received messages. */
export interface TestBrowser {
  readonly subscription: NewBrowser;
  readonly received: PushedMessage[];
  /** Counts the requests for this browser, whatever the answer. */
  tries(): number;
  /** Sets the answer of the service from now on. With null, requests hang until a status is set again. */
  answerWith(status: number | null, headers?: Record<string, string>): void;
}

export interface PushService {
  readonly origin: string;
  readonly ca: string;
  subscribe(name?: string): TestBrowser;
  stop(): Promise<void>;
}

interface Known {
  keys: ECDH;
  auth: Buffer;
  received: PushedMessage[];
  tries: number;
  status: number | null;
  headers: Record<string, string>;
  /** Releases the hanging requests. */
  answers: EventEmitter;
}

/** @param publicKey returns the key that browsers subscribed with, called at each push */
export async function startPushService(publicKey: () => Promise<string>): Promise<PushService> {
  const { certificate, key } = await selfSigned();
  const browsers = new Map<string, Known>();

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const browser = browsers.get(request.url!.slice(1));
    if (browser === undefined) return void response.writeHead(404).end();
    browser.tries += 1;
    if (browser.status === null) await once(browser.answers, 'answer');
    if (browser.status === null || response.destroyed) return;
    if (browser.status === 201) browser.received.push(readMessage(request, body, browser, await publicKey()));
    response.writeHead(browser.status, browser.headers).end();
  };

  const server = createServer({ cert: certificate, key }, (request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    ca: certificate,
    subscribe(name = 'Chrome on Android') {
      const id = randomUUID();
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys().toString('base64url');
      const auth = randomBytes(16);
      const known: Known = {
        keys,
        auth,
        received: [],
        tries: 0,
        status: 201,
        headers: {},
        answers: new EventEmitter(),
      };
      browsers.set(id, known);
      return {
        subscription: { endpoint: `${origin}/${id}`, keys: { p256dh, auth: auth.toString('base64url') }, name },
        received: known.received,
        tries: () => known.tries,
        answerWith(status, headers = {}) {
          known.status = status;
          known.headers = headers;
          if (status !== null) known.answers.emit('answer');
        },
      };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function readMessage({ headers }: IncomingMessage, body: Buffer, browser: Known, publicKey: string): PushedMessage {
  return {
    message: JSON.parse(decrypt(body, browser).toString('utf8')) as PushMessage,
    topic: String(headers['topic']),
    ttlSec: Number(headers['ttl']),
    urgency: String(headers['urgency']),
    isSigned: isSigned(String(headers.authorization), publicKey, String(headers.host)),
  };
}

/** RFC 8291 and 8188: a single record, encrypted for the key of this browser. */
function decrypt(body: Buffer, { keys, auth }: Known): Buffer {
  const salt = body.subarray(0, 16);
  const keyLength = body[20]!;
  const theirs = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs]);
  const shared = Buffer.from(hkdfSync('sha256', keys.computeSecret(theirs), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}

/** RFC 8292. */
function isSigned(authorization: string, publicKey: string, host: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const signer = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string };
  return (
    key === publicKey &&
    aud === `https://${host}` &&
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: signer, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  );
}

/** A certificate for a name, valid for a day. */
export async function selfSigned(
  name = 'localhost',
  endsAt = new Date(Date.now() + 86_400_000),
): Promise<{ certificate: string; key: string }> {
  cryptoProvider.set(webcrypto);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Math.min(Date.now(), endsAt.getTime()) - 60_000),
    notAfter: endsAt,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    certificate: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${pkcs8.replace(/(.{64})/g, '$1\n')}\n-----END PRIVATE KEY-----\n`,
  };
}
