// Every route of the router, hidden routes and HEAD routes included, with the demo's pages and the files of the web.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServedRoute } from '#platform/http/route-policies';
import { hiddenLines, lines } from '#testing/authz/authz.lines';
import { bareServer } from '#testing/bare-server';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { addDemoEntrance } from '../demo/demo-entrance.ts';
import { addDemoInbox, openDemoInbox } from '../demo/demo-inbox.ts';
import { addDemoSms } from '../demo/demo-sms.ts';

let portal: Portal;
let user: SignedIn;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trace-routes-'));
  for (const file of ['index.html', 'landing.html', 'x', 'tiles.pmtiles']) await writeFile(join(directory, file), file);
  await writeFile(join(directory, 'pages.json'), '{}');
  portal = await startPortal({ MAP_TILES_FILE: join(directory, 'tiles.pmtiles') }, undefined, undefined, {
    webDirectory: directory,
    extend(server) {
      addDemoEntrance(server, { people: () => [], pressPanic: () => null });
      addDemoInbox(server, openDemoInbox(directory));
      addDemoSms(server, { list: () => [] });
    },
  });
  user = await portal.person();
});
afterAll(async () => {
  await portal.stop();
  await rm(directory, { recursive: true });
});

const shown = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

/** Calls as someone from the internet: a proxy on this machine does not make the caller the operator. */
async function call(
  { method, path }: Pick<ServedRoute, 'method' | 'path'>,
  cookie = '',
  more: Record<string, string> = {},
): Promise<Response> {
  const url = portal.url + path.replaceAll(/:\w+|\*/g, 'x');
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { cookie, 'x-forwarded-for': '203.0.113.9', ...more },
  });
  await response.body?.cancel();
  return response;
}

test('every route of the router has a line in the access matrix, hidden routes included [GUARD-08]', () => {
  const hidden = Object.keys(hiddenLines);
  const routes = portal.app.routes().filter(({ method }) => method !== 'HEAD');

  const walked = routes.map(({ method, path }) =>
    hidden.includes(`${method} ${path}`) ? `${method} ${path}` : `${method} ${shown(path)}`,
  );

  expect(walked.sort()).toEqual([...lines, ...hidden].sort());
  for (const { method, path, who } of routes)
    expect([path, who]).toEqual([path, hiddenLines[`${method} ${path}` as keyof typeof hiddenLines] ?? who]);
});

test('every HEAD route of the router belongs to a GET route with the same policy [GUARD-08]', () => {
  const routes = portal.app.routes();
  const heads = routes.filter(({ method }) => method === 'HEAD');

  expect(heads.length).toBeGreaterThan(40);
  for (const { path, who } of heads) expect(routes).toContainEqual({ method: 'GET', path, who });
});

test('a caller who is not signed in is refused at every route that is not for anybody, HEAD included [GUARD-08]', async () => {
  const closed = portal.app.routes().filter(({ who }) => who !== 'anybody');

  const statuses = await Promise.all(
    closed.map(async (route) => [`${route.method} ${route.path}`, (await call(route)).status]),
  );

  expect(closed.length).toBeGreaterThan(100);
  expect(statuses.filter(([, status]) => status !== 401)).toEqual([]);
});

test('HEAD is answered with the status of GET, for strangers and people who are signed in [GUARD-08]', async () => {
  for (const { path } of portal.app.routes().filter(({ method }) => method === 'HEAD'))
    for (const cookie of ['', user.cookie]) {
      const [get, head] = [await call({ method: 'GET', path }, cookie), await call({ method: 'HEAD', path }, cookie)];
      expect([path, head.status]).toEqual([path, get.status]);
    }
});

test('every route that changes something refuses a browser on another site, whoever is signed in [GUARD-07] [T67]', async () => {
  const changing = portal.app.routes().filter(({ method }) => method !== 'GET' && method !== 'HEAD');
  const taken: unknown[] = [];
  for (const route of changing)
    for (const cookie of ['', user.cookie]) {
      const { status } = await call(route, cookie, { origin: 'https://evil.example' });
      if (status !== 403) taken.push([route.method, route.path, status]);
    }
  expect(changing.length).toBeGreaterThan(100);
  expect(taken).toEqual([]);
});

test('the server does not start with a route that does not declare who can call it [GUARD-08] [T03]', async () => {
  const server = await bareServer({
    extend: (edges) => void edges.get('/api/leak', { schema: { hide: true } }, async () => 'everything'),
  });

  await expect(server.start()).rejects.toThrow('The route GET /api/leak does not declare who can call it');
  await server.stop();
});

test('no answer can be kept by a cache, refusals included, except the public files of the web [GUARD-08]', async () => {
  const files = ['/', '/*', '/map-tiles.pmtiles'];
  const routes = portal.app.routes().filter(({ path }) => !files.includes(path));
  const kept: unknown[] = [];
  for (const route of routes)
    for (const cookie of route.method === 'GET' || route.method === 'HEAD' ? ['', user.cookie] : ['']) {
      const { headers, status } = await call(route, cookie);
      const control = headers.get('cache-control');
      if (control !== 'no-store') kept.push([route.method, route.path, status, control]);
    }
  expect(kept).toEqual([]);
  for (const path of ['/api/nothing', '/functions/v1/nothing'])
    expect((await call({ method: 'GET', path })).headers.get('cache-control')).toBe('no-store');
  expect((await call({ method: 'GET', path: '/x' })).headers.get('cache-control')).toBe('no-cache');
});
