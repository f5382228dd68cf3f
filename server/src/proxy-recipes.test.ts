// The recipes of docs/operations.md, run with the real proxies where these are installed.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { signIn } from '@trace/contract/auth/auth.api';
import { signInLimits } from '@trace/contract/auth/auth.rules';
import { uploadLogo } from '@trace/contract/companies/companies.api';
import { STREAM_PATH } from '@trace/contract/kernel/stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '#testing/eventually';
import { startOtherProcess, type OtherProcess } from '#testing/other-process';
import { startPortal, type Portal } from '#testing/portal';
import { selfSigned } from '#testing/stand-ins/push-service';
import { connectTracker, registerDevice } from '#testing/trackers';

// The proxies start as processes of their own.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const HOST = 'trace.example.com';
const ORIGIN = `https://${HOST}`;
const SETTINGS = { PUBLIC_URL: ORIGIN, TRUST_PROXY: '1', METRICS_TOKEN: 'operator-token-of-the-tests' };
/** Less than the limit of a logo, more than the default of nginx. */
const LOGO_BYTES = 4 * 1024 * 1024;

let portal: Portal;
let directory: string;
let port: number;
let spare: number;
let proxy: ChildProcess | undefined;
let other: OtherProcess | undefined;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trace-proxy-'));
  portal = await startPortal(SETTINGS);
  [port, spare] = await freePorts();
});
afterEach(async () => {
  proxy?.kill('SIGTERM');
  if (proxy !== undefined && proxy.exitCode === null) await once(proxy, 'exit');
  proxy = undefined;
  await other?.stop();
  other = undefined;
  await portal.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Held together, so that they differ. */
async function freePorts(): Promise<[number, number]> {
  const servers = [createServer().listen(0, '127.0.0.1'), createServer().listen(0, '127.0.0.1')];
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const [first, second] = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return [first!, second!];
}

/** The first block of the page that begins with this line. */
async function recipe(firstLine: string): Promise<string> {
  const page = await readFile(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const block = page.split('```').find((part) => part.trimStart().startsWith(firstLine));
  if (block === undefined) throw new Error(`docs/operations.md has no recipe that begins with ${firstLine}`);
  return block.trim();
}

/** Such a block for a proxy on the same machine, which leads to the portal. */
async function ownRecipe(firstLine: string): Promise<string> {
  const block = await recipe(firstLine);
  expect(block).toContain('127.0.0.1:3000');
  return block.replace('127.0.0.1:3000', new URL(portal.url).host);
}

async function startNginx(): Promise<void> {
  const { certificate, key } = await selfSigned(HOST);
  await writeFile(join(directory, 'fullchain.pem'), certificate);
  await writeFile(join(directory, 'privkey.pem'), key);
  const servers = (await ownRecipe('server {'))
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('listen 80', `listen 127.0.0.1:${spare}`)
    .replaceAll(`/etc/letsencrypt/live/${HOST}`, directory);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${directory};`);
  const file = join(directory, 'nginx.conf');
  await writeFile(
    file,
    `daemon off; master_process off; pid ${directory}/pid; events {} http { access_log off; ${folders.join(' ')}\n${servers}\n}`,
  );
  proxy = spawn('nginx', ['-c', file, '-e', join(directory, 'error.log')], { stdio: 'ignore' });
}

async function startCaddy(): Promise<void> {
  // A certificate of Caddy's own authority stands in for a public one.
  const site = (await ownRecipe(`${HOST} {`)).replace(`${HOST} {`, `https://${HOST}:${port} {\n  tls internal`);
  const file = join(directory, 'Caddyfile');
  await writeFile(file, `{\n  admin off\n  auto_https disable_redirects\n  skip_install_trust\n}\n${site}\n`);
  const env = { ...process.env, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory };
  proxy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { stdio: 'ignore', env });
}

/** In front of two processes, for people and for trackers. */
async function startHaproxy(): Promise<void> {
  other = await startOtherProcess(portal, SETTINGS);
  const { certificate, key } = await selfSigned(HOST);
  await writeFile(join(directory, 'trace.pem'), `${certificate}\n${key}\n`);
  const [first, second] = [portal, other].map(({ url, mqttPort }) => ({ host: new URL(url).host, mqttPort }));
  const people = (await recipe('frontend people'))
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('/etc/haproxy', directory)
    .replace('10.0.0.11:3000', first!.host)
    .replace('10.0.0.12:3000', second!.host);
  // Trackers of the tests speak MQTT without TLS, which makes no difference to a proxy that passes TCP through.
  const trackers = (await recipe('frontend trackers'))
    .replace('bind :8883', `bind 127.0.0.1:${spare}`)
    .replace('10.0.0.11:8883 check port 3000', `127.0.0.1:${first!.mqttPort} check port ${first!.host.split(':')[1]}`)
    .replace(
      '10.0.0.12:8883 check port 3000',
      `127.0.0.1:${second!.mqttPort} check port ${second!.host.split(':')[1]}`,
    );
  const file = join(directory, 'haproxy.cfg');
  const configuration = `${people}\n${trackers}\n`;
  expect(configuration).not.toContain('10.0.0.');
  await writeFile(file, configuration);
  const checked = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
  expect(`${checked.stdout}${checked.stderr}`).not.toMatch(/WARNING|ALERT/);
  proxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
}

const untilServed = (): Promise<number> =>
  eventually(
    () => statusOf('/healthz').catch(() => 0),
    (status) => status === 200,
  );

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Calls through the proxy, as a browser at the public address. */
function call(path: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const options = {
      host: '127.0.0.1',
      port,
      servername: HOST,
      rejectUnauthorized: false,
      path,
      method,
      agent: false,
    };
    const sent = request({ ...options, headers: { host: HOST, origin: ORIGIN, ...headers } }, done);
    sent.on('error', failed).end(body);
  });
}

async function statusOf(path: string, options?: Call): Promise<number> {
  const answer = await call(path, options);
  answer.resume();
  return answer.statusCode ?? 0;
}

const enter = (email: string, password: string, headers: Record<string, string> = {}): Promise<IncomingMessage> =>
  call(signIn.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password }),
  });

const isInstalled = (program: string): boolean => spawnSync(program, ['-h'], { stdio: 'ignore' }).error === undefined;

describe.each([
  ['nginx', startNginx],
  ['caddy', startCaddy],
  ['haproxy', startHaproxy],
])('the recipe for %s', (program, start) => {
  const isMissing = !isInstalled(program);
  const reason = `Skipped: the recipe for ${program} is tried only where ${program} is installed.\n`;
  if (isMissing) process.stderr.write(reason);
  test.skipIf(isMissing)(
    'signs in, streams, takes logos, and keeps limits and metrics [AUTH-19] [LIVE-09]',
    async () => {
      await start();
      await untilServed();

      const person = await portal.person({ role: 'installer' });
      const entered = await enter(person.email, 'Harbour-2026-bridge');
      entered.resume();
      expect(entered.statusCode).toBe(200);
      const cookies = entered.headers['set-cookie'] ?? [];
      expect(cookies.find((text) => text.startsWith('__Host-'))).toMatch(/; Secure/i);
      expect(entered.headers['strict-transport-security']).toBe('max-age=31536000');

      const cookie = cookies.map((text) => text.split(';')[0]).join('; ');
      const stream = await call(STREAM_PATH, { headers: { cookie } });
      const [first] = (await once(stream, 'data')) as [Buffer];
      stream.destroy();
      expect([stream.statusCode, first.length > 0]).toEqual([200, true]);

      const upload = await call(uploadLogo.path, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/octet-stream' },
        body: Buffer.alloc(LOGO_BYTES),
      });
      upload.resume();
      // Refused by Trace, which has read it and found no picture, and not by the proxy for its size.
      expect([upload.statusCode, upload.headers['content-type']]).toEqual([400, 'application/json; charset=utf-8']);

      expect(await statusOf('/metrics')).toBe(401);

      const statuses: number[] = [];
      for (let nth = 0; nth <= signInLimits.perAddress; nth += 1) {
        const invented = { 'x-forwarded-for': `203.0.113.${nth}` };
        const answer = await enter(`stranger-${nth}@example.com`, 'Wrong-guess-7', invented);
        answer.resume();
        statuses.push(answer.statusCode ?? 0);
      }
      expect(statuses.at(-1)).toBe(429);
    },
  );
});

test.skipIf(!isInstalled('haproxy'))(
  'haproxy leads trackers to both processes, and serves on when one has ended [SCALE-02]',
  async () => {
    await startHaproxy();
    await untilServed();
    const installer = await portal.person({ role: 'installer' });
    const trackers = await Promise.all([1, 2].map(() => connectTracker({ ...portal, mqttPort: spare })));
    for (const { serial } of trackers) await registerDevice(portal, serial, installer);
    const gateways = [portal.app.gateway, other!.app.gateway];
    for (const gateway of gateways)
      expect(trackers.filter(({ serial }) => gateway.isConnected(serial))).toHaveLength(1);

    await other!.stop();
    other = undefined;
    expect(await Promise.all([1, 2, 3, 4].map(() => statusOf('/healthz')))).toEqual([200, 200, 200, 200]);
    await Promise.all(trackers.map((tracker) => tracker.stop()));
  },
);
