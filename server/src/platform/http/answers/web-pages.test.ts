import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#platform/actor/actor';
import { bareServer } from '#testing/bare-server';
import type { HttpServer } from '../http-server.ts';

const page = (link: string, audience = 'anyone', file = 'index.html') => ({
  audience,
  file,
  links: [link, `${link}-too`],
});
const pages = {
  '/terms': page('</terms.js>'),
  '/sign-in': page('</sign-in.js>', 'signed-out', 'sign-in.html'),
  '/sign-up': page('</sign-up.js>'),
  '/user': page('</dashboard.js>', 'signed-in', 'user.html'),
};

let webDirectory: string;
let server: HttpServer;
let url: string;

beforeAll(async () => {
  webDirectory = await mkdtemp(join(tmpdir(), 'trace-web-'));
  await writeFile(join(webDirectory, 'index.html'), 'the portal');
  await writeFile(join(webDirectory, 'sign-in.html'), 'the skeleton of the sign-in');
  await writeFile(join(webDirectory, 'user.html'), 'the skeleton of the dashboard');
  await writeFile(join(webDirectory, 'landing.html'), 'the landing page');
  await writeFile(join(webDirectory, 'pages.json'), JSON.stringify(pages));
  await writeFile(join(webDirectory, 'sw.js'), 'the worker');
  await writeFile(join(webDirectory, 'manifest.webmanifest'), '{}');
  await mkdir(join(webDirectory, 'assets'));
  await writeFile(join(webDirectory, 'assets/start.js'), 'the scripts');
  await writeFile(join(webDirectory, 'assets/start.js.gz'), gzipSync('the scripts'));
  await writeFile(join(webDirectory, 'assets/start.js.br'), brotliCompressSync('the scripts'));
  server = await bareServer({
    authenticate: async ({ session }) => (session === 'good' ? ({ accountId: 'somebody' } as Actor) : null),
    webDirectory,
  });
  url = (await server.start()).url;
});
afterAll(async () => {
  await server.stop();
  await rm(webDirectory, { recursive: true });
});

async function open(path: string, cookie = ''): Promise<{ text: string; headers: Headers }> {
  const response = await fetch(url + path, { headers: cookie === '' ? {} : { cookie } });
  return { text: await response.text(), headers: response.headers };
}

test('a stranger gets the landing page as a file, and a signed-in person gets the portal without it [LAND-02]', async () => {
  const stranger = await open('/');
  expect(stranger.text).toBe('the landing page');
  expect((await open('/', 'session=ended')).text).toBe('the landing page');
  const known = await open('/', 'session=good');
  expect(known.text).toBe('the portal');
  for (const { headers } of [stranger, known]) {
    expect(headers.get('vary')).toContain('cookie');
    expect(headers.get('cache-control')).toBe('no-cache');
  }
});

test('an address with an invitation, and every other page, is for the portal’s router [LAND-02]', async () => {
  expect((await open('/?company_invite=abc')).text).toBe('the portal');
  expect((await open('/terms')).text).toBe('the portal');
  expect((await open('/sign-up?type=user')).text).toBe('the portal');
});

test.each([
  ['/user', 'session=good', '</dashboard.js>, </dashboard.js>-too'],
  ['/user?tab=live', 'session=good', '</dashboard.js>, </dashboard.js>-too'],
  ['/user', 'session=ended', '</sign-in.js>, </sign-in.js>-too'],
  ['/terms', '', '</terms.js>, </terms.js>-too'],
])('the server names what the page needs at once, by path and session: %s, %s', async (path, cookie, link) => {
  const { headers } = await open(path, cookie);
  expect(headers.get('link')).toBe(link);
  expect(headers.get('vary')).toContain('cookie');
});

test.each([
  ['/user', 'session=good', 'the skeleton of the dashboard'],
  ['/user', 'session=ended', 'the skeleton of the sign-in'],
  ['/sign-in', '', 'the skeleton of the sign-in'],
  ['/sign-in', 'session=good', 'the portal'],
  ['/terms', 'session=good', 'the portal'],
])('the server sends the skeleton of the page that the person will see: %s, %s', async (path, cookie, text) => {
  expect((await open(path, cookie)).text).toBe(text);
});

test.each([
  ['/terms', 200],
  ['/terms/?from=mail', 200],
  ['/Terms', 200],
  ['/nothing', 404],
  ['/robots.txt', 404],
])('the server answers the portal’s page with its true status at %s', async (path, status) => {
  const response = await fetch(url + path);
  expect([response.status, await response.text()]).toEqual([status, 'the portal']);
});

test.each(['/', '/terms', '/nothing', '/assets/start.js', '/api/nothing'])(
  'the server answers HEAD with the status and headers of GET at %s',
  async (path) => {
    const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => fetch(url + path, { method })));
    const seen = ({ status, headers }: Response) => [
      status,
      ...['content-type', 'content-length', 'cache-control', 'vary'].map((name) => headers.get(name)),
    ];
    expect(seen(head!)).toEqual(seen(get!));
    expect(await head!.text()).toBe('');
  },
);

test('worker and manifest are revalidated each time, have their own types, and may be used by the pages [PWA-01]', async () => {
  const worker = await open('/sw.js');
  expect(worker.text).toBe('the worker');
  expect(worker.headers.get('content-type')).toContain('javascript');
  const manifest = await open('/manifest.webmanifest');
  expect(manifest.headers.get('content-type')).toContain('manifest+json');
  for (const { headers } of [worker, manifest]) {
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('content-security-policy')).toMatch(/worker-src 'self'.*manifest-src 'self'/);
  }
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('a file comes in the smallest form that a browser takes: %s', async (accepted, expected) => {
  const response = await fetch(`${url}/assets/start.js`, { headers: { 'accept-encoding': accepted } });
  expect(response.headers.get('content-encoding')).toBe(expected);
  expect(response.headers.get('vary')).toContain('accept-encoding');
  expect(response.headers.get('content-type')).toContain('javascript');
  expect(await response.text()).toBe('the scripts');
});
