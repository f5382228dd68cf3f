// The receivers of panic messages, as a separate process that outlives the portal: `node
// server/src/cli/bench/receivers.ts`. A mail server, an SMS gateway and a push service. Lines of JSON report readiness
// and each message. A line `mail off`, `sms hang` or `push on` on stdin disturbs a receiver or ends the disturbance.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { cryptoProvider, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import { DAY_MS } from '@trace/contract/kernel/time';
import { SMTPServer } from 'smtp-server';

type Channel = 'mail' | 'sms' | 'push';

const say = (line: object): void => console.log(JSON.stringify(line));
/** `atMs` is comparable with the clock of other processes, and finer than a millisecond. */
const arrived = (channel: Channel, to: string, subject: string, token = tokenIn(subject)): void =>
  say({ channel, to, subject, token, atMs: performance.timeOrigin + performance.now(), isHeld: hanging.has(channel) });

const hanging = new Set<Channel>();
const { certificate, key } = await selfSigned();

const sms = createHttpServer((request, response) => void takeSms(request, response));
const push = createHttpsServer({ cert: certificate, key }, (request, response) => void takePush(request, response));
const [smsPort, pushPort] = await Promise.all([listen(sms), listen(push)]);
let mail = createMailServer();
const mailPort = await listen(mail.server);

createInterface({ input: process.stdin })
  .on('line', (line) => void disturb(line))
  // The test ended without saying so.
  .on('close', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
say({
  ready: true,
  smtpUrl: `smtp://127.0.0.1:${mailPort}`,
  smsUrl: `http://127.0.0.1:${smsPort}/messages`,
  push: { origin: `https://localhost:${pushPort}`, ca: certificate },
});

async function disturb(line: string): Promise<void> {
  const [channel, state] = line.split(' ') as [Channel, string];
  if (state === 'hang') hanging.add(channel);
  if (state === 'on') hanging.delete(channel);
  if (line === 'mail off') mail.close();
  if (line !== 'mail on') return;
  mail = createMailServer();
  await listen(mail.server, mailPort);
}

/** The token behind the first link with one. Lines of an email break in the middle of words (quoted-printable). */
function tokenIn(text: string): string {
  return /https?:\/\/[^\s#]*#([\w.-]+)/.exec(text.replaceAll(/=\r?\n/g, ''))?.[1] ?? '';
}

async function takeSms(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { to, text: words } = JSON.parse(await text(request)) as { to: string; text: string };
  arrived('sms', to, words);
  if (hanging.has('sms')) return;
  response.writeHead(202, { 'content-type': 'application/json' }).end('{"id":"1"}');
}

async function takePush(request: IncomingMessage, response: ServerResponse): Promise<void> {
  arrived('push', request.url ?? '', '');
  request.resume();
  await once(request, 'end');
  if (!hanging.has('push')) response.writeHead(201).end();
}

function createMailServer(): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const raw = text(stream);
      const receive = async (): Promise<void> => {
        const subject = /^subject: (.*)$/im.exec(await raw)?.[1] ?? '';
        const token = tokenIn(await raw);
        for (const { address } of session.envelope.rcptTo) arrived('mail', address, subject, token);
        done();
      };
      // A server that dies in the middle of a message leaves no mail.
      receive().catch(() => undefined);
    },
  });
  // A server that dies between two messages resets its connection.
  server.on('error', () => undefined);
  return server;
}

async function listen(
  server: {
    listen(port: number, host: string): unknown;
    address(): unknown;
    once(event: string, run: () => void): unknown;
  },
  port = 0,
): Promise<number> {
  const listening = new Promise<void>((resolve) => {
    server.once('listening', resolve);
  });
  server.listen(port, '127.0.0.1');
  await listening;
  return (server.address() as AddressInfo).port;
}

async function selfSigned(): Promise<{ certificate: string; key: string }> {
  cryptoProvider.set(webcrypto);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const signed = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    certificate: signed.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${pkcs8.replace(/(.{64})/g, '$1\n')}\n-----END PRIVATE KEY-----\n`,
  };
}
