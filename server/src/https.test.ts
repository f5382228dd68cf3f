// The portal by HTTPS with certificate files of the operator.
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request as requestPlain } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { Agent, request, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { signIn } from '@trace/contract/auth/auth.api';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Role } from '@trace/contract/kernel/roles';
import { STREAM_PATH } from '@trace/contract/kernel/stream';
import { readOperations } from '@trace/contract/operations/operations.api';
import type { Operations } from '@trace/contract/operations/operations.schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPortal, type Portal } from '#testing/portal';
import { selfSigned } from '#testing/stand-ins/push-service';

const HOST = 'trace.example.com';
const ORIGIN = `https://${HOST}`;
const DAY_MS = 86_400_000;

let portal: Portal;
let directory: string;
let port: number;
let dataDirectory: string;
let certificate: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trace-https-'));
  await install(new Date(Date.now() + 90 * DAY_MS));
  const files = { TLS_CERT: join(directory, 'fullchain.pem'), TLS_KEY: join(directory, 'privkey.pem') };
  const settings = { ...files, PUBLIC_URL: ORIGIN, HTTP_REDIRECT_PORT: '0' };
  const change = <C extends { dataDirectory: string }>(config: C): C => {
    dataDirectory = config.dataDirectory;
    return config;
  };
  portal = await startPortal(settings, change, new Date());
  port = Number(new URL(portal.url).port);
});
afterAll(async () => {
  await portal.stop();
  await rm(directory, { recursive: true });
});

/** Puts a new pair in the place of the old one, as certbot does. */
async function install(endsAt: Date): Promise<void> {
  const made = await selfSigned(HOST, endsAt);
  certificate = made.certificate;
  await writeFile(join(directory, 'fullchain.pem'), made.certificate);
  await writeFile(join(directory, 'privkey.pem'), made.key);
}

/** Calls as a browser that trusts the certificate. */
function call(
  path: string,
  { body, ...options }: Omit<RequestOptions, 'headers'> & { headers?: Record<string, string>; body?: string } = {},
): Promise<IncomingMessage> {
  const place = { host: '127.0.0.1', port, servername: HOST, ca: certificate, agent: false as const };
  return new Promise((done, failed) => {
    const headers = { host: HOST, origin: ORIGIN, ...options.headers };
    request({ ...place, path, ...options, headers }, done)
      .on('error', failed)
      .end(body);
  });
}

let people = 0;

/** Signs a new person in, and returns the answer. */
async function enter(role: Role = 'user'): Promise<IncomingMessage> {
  people += 1;
  const [email, password] = [`person-${people}@example.com`, 'Harbour-2026-bridge'];
  const name = { firstName: 'Ada', lastName: 'Example' };
  await portal.app.auth.createAccount({ email, password, ...name, role, timeZone: 'Europe/Berlin' });
  const headers = { 'content-type': 'application/json' };
  return call(signIn.path, { method: 'POST', headers, body: JSON.stringify({ email, password }) });
}

const cookieOf = ({ headers }: IncomingMessage): string =>
  (headers['set-cookie'] ?? []).map((given) => given.split(';')[0]).join('; ');

test('people sign in by HTTPS, the cookie is for this host alone, and the stream arrives [SCALE-04]', async () => {
  const entered = await enter();
  expect(entered.statusCode).toBe(200);
  expect(entered.headers['strict-transport-security']).toBe('max-age=31536000');
  const cookies = entered.headers['set-cookie'] ?? [];
  expect(cookies.every((cookie) => cookie.startsWith('__Host-') && /; Secure/i.test(cookie))).toBe(true);

  const stream = await call(STREAM_PATH, { headers: { cookie: cookieOf(entered) } });
  const [first] = (await once(stream, 'data')) as [Buffer];
  stream.destroy();
  expect([stream.statusCode, first.length > 0]).toEqual([200, true]);
});

test('browsers get HTTP/2 with the stream, and calls answer beside it [SCALE-04]', async () => {
  const cookie = cookieOf(await enter());
  const session = connectHttp2(`https://127.0.0.1:${port}`, { servername: HOST, ca: certificate });
  try {
    const stream = session.request({ ':path': STREAM_PATH, ':authority': HOST, cookie });
    const [first] = (await once(stream, 'data')) as [Buffer];
    expect(first.length).toBeGreaterThan(0);
    expect(await text(session.request({ ':path': '/healthz', ':authority': HOST }))).toBe('{"status":"ok"}');
    const refused = session.request({
      ':path': signIn.path,
      ':method': 'POST',
      ':authority': HOST,
      origin: 'https://evil.example',
    });
    refused.end('{}');
    const [headers] = (await once(refused, 'response')) as [Record<string, unknown>];
    expect(headers[':status']).toBe(403);
  } finally {
    session.destroy();
  }
});

test('an unknown expectation is refused over HTTP/1.1 and HTTP/2, and the server goes on [FN-02]', async () => {
  const plain = await call('/api/map-style', { headers: { expect: 'nothing' } });
  expect([plain.statusCode, JSON.parse(await text(plain))]).toMatchObject([400, { error: { code: 'invalid_input' } }]);
  const session = connectHttp2(ORIGIN, {
    createConnection: () =>
      connect({ host: '127.0.0.1', port, servername: HOST, ca: certificate, ALPNProtocols: ['h2'] }),
  });
  const asked = session.request({ ':path': '/api/map-style', expect: 'nothing' });
  const [headers] = (await once(asked, 'response')) as [Record<string, unknown>];
  expect(headers[':status']).toBe(400);
  expect((await text(asked)).slice(0, 9)).toBe('{"error":');
  session.close();
  expect((await call('/api/map-style')).statusCode).toBe(200);
});

test('TLS 1.1 is refused [SCALE-04]', async () => {
  const old = connect({
    host: '127.0.0.1',
    port,
    servername: HOST,
    ca: certificate,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
  });
  const [error] = (await once(old, 'error')) as [Error];
  expect(error.message).toMatch(/protocol|version|unsupported/i);
});

test('plain HTTP is redirected with its path, and the challenge of a certificate authority is answered [SCALE-04]', async () => {
  const plain = async (path: string) => {
    const sent = requestPlain({ host: '127.0.0.1', port: portal.redirectPort!, path, agent: false }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, location: answer.headers.location, body: await text(answer) };
  };
  expect(await plain('/user/devices?tab=1')).toMatchObject({ status: 308, location: `${ORIGIN}/user/devices?tab=1` });
  expect(await plain('http://evil.example/')).toMatchObject({ status: 308, location: `${ORIGIN}/` });
  // certbot refuses a web root that does not exist, and makes the folders in it.
  const webRoot = join(dataDirectory, 'acme');
  expect((await stat(webRoot)).isDirectory()).toBe(true);
  const challenges = join(webRoot, '.well-known/acme-challenge');
  await mkdir(challenges, { recursive: true });
  await writeFile(join(challenges, 'token-1'), 'token-1.thumb');
  expect(await plain('/.well-known/acme-challenge/token-1')).toMatchObject({ status: 200, body: 'token-1.thumb' });
  expect(await plain('/.well-known/acme-challenge/token-2')).toMatchObject({ status: 404 });
});

test('new connections get a renewed certificate without a restart, and open connections go on [SCALE-04]', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ca = certificate;
  const before = await call('/healthz', { agent, ca });
  const { localPort } = before.socket;
  await text(before);
  await install(new Date(Date.now() + 20 * DAY_MS));
  await portal.clock.advance(MINUTE_MS);

  const after = await call('/healthz', { agent, ca });
  expect(after.socket.localPort).toBe(localPort);
  agent.destroy();
  // Trusts the renewed certificate alone.
  expect((await call('/healthz')).statusCode).toBe(200);
  // The first staff account has the admin flag.
  const cookie = cookieOf(await enter('staff'));
  const answer = await call(readOperations.path, { headers: { cookie } });
  const { https, alarms } = JSON.parse(await text(answer)) as Operations;
  expect(https).toMatchObject({ state: 'ok', expiresAt: expect.any(String) });
  expect(alarms.map(({ code }) => code)).toContain('https_ends');
});
