import { getSession } from '@trace/contract/auth/auth.api';
import { endpoint } from '@trace/contract/kernel/endpoint';
import { getMapStyle } from '@trace/contract/maps/maps.api';
import { SHOWN_ACCOUNT_HEADER } from '@trace/contract/kernel/shown-account';
import { EVENT_POSITION_HEADER } from '@trace/contract/kernel/stream';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry as MetricsRegistry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bareServer } from '#testing/bare-server';
import { fakeClock } from '#testing/fake-clock';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { ordinaryLimit } from './requests/call-limits.ts';
import { addOperatorEdge } from './servers/operator.edge.ts';
import { openRoute, route } from './route.ts';

let portal: Portal;
let user: SignedIn;

beforeAll(async () => {
  portal = await startPortal();
  user = await portal.person();
});
afterAll(() => portal.stop());

const signIn = { method: 'POST', path: '/api/auth/sign-in' };
const signOut = { method: 'POST', path: '/api/auth/sign-out' };

test.each<[string, Record<string, string>, number]>([
  ['an origin of another site', { origin: 'https://evil.example' }, 403],
  ['a sandboxed origin', { origin: 'null' }, 403],
  ['the same name with another port', { origin: 'http://localhost:1' }, 403],
  ['a browser that says cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a browser on the same origin', { 'sec-fetch-site': 'same-origin' }, 200],
  ['a client that is no browser', {}, 200],
])('a write with %s is answered %s [GUARD-07]', async (_what, headers, status) => {
  const answer = await rawCall(portal, { ...signOut, headers });
  expect(answer.status).toBe(status);
});

test('the own origin is accepted, and another site ends no session [GUARD-07]', async () => {
  const { status } = await rawCall(portal, { ...signOut, person: user, headers: { origin: 'https://evil.example' } });
  expect(status).toBe(403);
  expect((await user.api.call(getSession, {})).person).not.toBeNull();
  expect((await rawCall(portal, { ...signOut, headers: { origin: portal.url } })).status).toBe(200);
});

test.each([
  ['a step that needs a fresh proof', { freshProof: true as const }, 0],
  ['any other write after a second', {}, 1_000],
])(
  '%s is refused when the session ended before the body arrived [SESS-05] [GUARD-07]',
  async (_what, needs, lateMs) => {
    const clock = fakeClock();
    const name = { accountId: 'a', email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee', timeZone: 'UTC' };
    const sessions = [{ ...name, sessionId: 's', role: 'user' as const, provedAt: clock.now() }];
    const recognised = Promise.withResolvers<void>();
    const slow = endpoint({
      ...{ name: 'slow', method: 'POST', path: '/api/slow', who: 'signed-in', summary: 'A test.', refusals: [] },
      ...{ body: z.strictObject({}), answer: z.strictObject({}), ...needs },
    });
    const server = await bareServer({
      clock,
      routes: [route(slow, async () => ({}))],
      authenticate: async () => {
        recognised.resolve();
        return sessions.shift() ?? null;
      },
    });
    const { port } = await server.start();
    const headers = { 'content-type': 'application/json', 'content-length': 2 };
    const call = request({ port, method: 'POST', path: slow.path, headers });
    call.flushHeaders();
    await recognised.promise;
    await clock.advance(lateMs);
    call.end('{}');
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    expect(answer.resume().statusCode).toBe(401);
    await server.stop();
  },
);

test('every answer carries headers that disable unused browser features [GUARD-07] [T68]', async () => {
  for (const path of ['/api/devices', '/api/nothing', '/healthz', '/dashboard']) {
    const { headers } = await rawCall(portal, { path });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none';script-src 'self';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(policy).toContain("require-trusted-types-for 'script';trusted-types default");
    const permissions = headers.get('permissions-policy') ?? '';
    expect(permissions).toContain('camera=(self)');
    for (const unused of ['geolocation', 'microphone', 'payment', 'usb', 'display-capture'])
      expect(permissions).toContain(`${unused}=()`);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('HTTPS is required of this name alone, not of the other names of the domain [GUARD-07]', async () => {
  const server = await bareServer({ publicUrl: 'https://trace.example.com' });
  const { port } = await server.start();
  const { headers } = await fetch(`http://127.0.0.1:${port}/nothing`);
  await server.stop();
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test('every answer has its own request id, and ignores an id sent by the caller', async () => {
  const ids = await Promise.all(
    [1, 2, 3].map(async () =>
      (
        await rawCall(portal, { path: '/api/devices', headers: { 'x-request-id': 'mine', 'request-id': 'mine' } })
      ).headers.get('x-request-id'),
    ),
  );
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
});

test('only signed-in people and a sign-in get the event position, which shows how busy the portal is [GUARD-07]', async () => {
  const positionIn = ({ headers }: { headers: Headers }) => headers.get(EVENT_POSITION_HEADER);
  const session = '/api/auth/session';
  for (const path of ['/', '/healthz', '/openapi.json', '/api/nothing', '/api/devices', session])
    expect([path, positionIn(await rawCall(portal, { path }))]).toEqual([path, null]);
  const other = await portal.person();
  const entry = async (password: string) =>
    positionIn(await rawCall(portal, { ...signIn, body: { email: other.email, password } }));
  expect(await entry('Wrong-guess-7')).toBeNull();
  expect(await entry('Harbour-2026-bridge')).toMatch(/^\d+\.\d+$/);
  expect(positionIn(await rawCall(portal, signOut))).toBeNull();
  for (const path of ['/api/devices', session])
    expect(positionIn(await rawCall(portal, { path, person: user }))).toMatch(/^\d+\.\d+$/);
});

test('a call of a page that shows another account is refused, but not who is signed in [GUARD-07]', async () => {
  const other = await portal.person();
  const statusOf = async (path: string, shown: SignedIn) =>
    (await rawCall(portal, { path, person: user, headers: { [SHOWN_ACCOUNT_HEADER]: shown.id } })).status;
  expect(await statusOf('/api/account', user)).toBe(200);
  expect(await statusOf('/api/account', other)).toBe(401);
  expect(await statusOf('/api/auth/session', other)).toBe(200);
});

test('answers of the interface are never cached', async () => {
  expect((await rawCall(portal, { path: '/api/devices', person: user })).headers.get('cache-control')).toBe('no-store');
});

test('too many calls are refused with the seconds to wait, per person and endpoint, until the window is over', async () => {
  const [busy, other] = [await portal.person(), await portal.person()];
  const call = { path: '/api/ping-quota', person: busy };
  for (let count = 0; count < ordinaryLimit.calls; count += 1) await rawCall(portal, call);
  const refused = await rawCall(portal, call);
  expect([refused.status, refusalIn(refused).code]).toEqual([429, 'too_many_requests']);
  const waitSec = Number(refused.headers.get('retry-after'));
  expect(waitSec).toBe(refusalIn(refused).retryAfterSec);
  expect(waitSec).toBeGreaterThan(0);
  expect((await rawCall(portal, { ...call, person: other })).status).toBe(200);
  expect((await rawCall(portal, { ...call, path: '/api/subscription' })).status).toBe(200);
  await portal.clock.advance(waitSec * 1_000);
  expect((await rawCall(portal, call)).status).toBe(200);
});

test('the addresses of one IPv6 subscriber share the limits of strangers [T62]', async () => {
  const limited = endpoint({
    ...{ name: 'limited', method: 'GET', path: '/api/limited', who: 'anybody', summary: 'A test.', refusals: [] },
    ...{ answer: z.strictObject({}), limit: { calls: 1, windowSec: 60 } },
  });
  const server = await bareServer({ trustProxy: 1, routes: [openRoute(limited, async () => ({}))] });
  const { url } = await server.start();
  const statusFor = async (address: string): Promise<number> =>
    (await fetch(`${url}/api/limited`, { headers: { 'x-forwarded-for': address } })).status;
  expect(await statusFor('2001:db8:1:2::1')).toBe(200);
  expect(await statusFor('2001:db8:1:2:3::4')).toBe(429);
  expect(await statusFor('2001:db8:1:3::1')).toBe(200);
  await server.stop();
});

test('healthz reports that the process lives, readyz that its dependencies answer', async () => {
  expect((await rawCall(portal, { path: '/healthz' })).json).toEqual({ status: 'ok' });
  const ready = await rawCall(portal, { path: '/readyz' });
  expect(ready.status).toBe(200);
  expect(ready.json).toMatchObject({ database: 'ok', writes: 'ok', gateway: 'ok' });
});

test('readyz answers 503 with the states when the process cannot serve, while healthz stays ok', async () => {
  const states = { status: 'unavailable', database: 'away', mail: 'failing' };
  const server = await bareServer({
    extend: (instance, edge) =>
      addOperatorEdge(instance, edge, {
        readiness: async () => ({ isReady: false, states }),
        metrics: new MetricsRegistry(),
        doctorKey: new Uint8Array(32),
      }),
  });
  try {
    const { url } = await server.start();
    const ready = await fetch(`${url}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual(states);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  } finally {
    await server.stop();
  }
});

test('an address of a page shows the built portal, and files with a hash in their name are cached for good', async () => {
  const webDirectory = await mkdtemp(join(tmpdir(), 'trace-web-'));
  await mkdir(join(webDirectory, 'assets'));
  await writeFile(join(webDirectory, 'index.html'), '<title>Trace</title>');
  await writeFile(
    join(webDirectory, 'pages.json'),
    '{"/user/devices":{"audience":"signed-in","file":"index.html","links":[]},"/sign-in":{"audience":"signed-out","file":"index.html","links":[]}}',
  );
  await writeFile(join(webDirectory, 'assets', 'app-1a2b.js'), 'export {};');
  const server = await bareServer({ webDirectory });
  try {
    const { url } = await server.start();
    const page = await fetch(`${url}/user/devices?tab=1`);
    expect([page.status, page.headers.get('cache-control'), await page.text()]).toEqual([
      200,
      'no-cache',
      '<title>Trace</title>',
    ]);
    const asset = await fetch(`${url}/assets/app-1a2b.js`);
    expect(asset.headers.get('cache-control')).toContain('immutable');
    for (const path of ['/api/nothing', '/functions/v1/nothing', '/assets/gone.js']) {
      expect((await fetch(url + path)).status, path).toBe(404);
    }
    expect((await fetch(`${url}/user/devices`, { method: 'POST' })).status).toBe(404);
    expect(await (await fetch(`${url}/assets/..%2f..%2f..%2fetc%2fpasswd`)).text()).not.toContain('root:');
  } finally {
    await server.stop();
    await rm(webDirectory, { recursive: true });
  }
});

test('metrics are for the operator: loopback, or the token behind a proxy that hides the caller [GUARD-07]', async () => {
  const local = await rawCall(portal, { path: '/metrics' });
  expect(local.text).toContain('process_cpu_seconds_total');
  const token = 'operator-token-of-the-tests';
  const behindProxy = await startPortal({ TRUST_PROXY: '1', METRICS_TOKEN: token });
  try {
    const statusWith = async (headers: Record<string, string>) =>
      (await rawCall(behindProxy, { path: '/metrics', headers })).status;
    expect(await statusWith({})).toBe(401);
    expect(await statusWith({ 'x-forwarded-for': '127.0.0.1' })).toBe(401);
    expect(await statusWith({ authorization: 'Bearer operator-token-of-others!' })).toBe(401);
    expect(await statusWith({ authorization: `Bearer ${token}` })).toBe(200);
  } finally {
    await behindProxy.stop();
  }
});

test('a machine address is never answered with a page', async () => {
  expect(refusalIn(await rawCall(portal, { path: '/api/nothing' })).code).toBe('not_found');
  expect(refusalIn(await rawCall(portal, { path: '/assets/gone.js' })).code).toBe('not_found');
});

test('the security policy names the hosts of the map, and none when outside maps are off [MAP-02]', async () => {
  expect((await rawCall(portal, { path: '/healthz' })).headers.get('content-security-policy')).toContain(
    'https://tiles.openfreemap.org',
  );
  const closed = await startPortal({ MAP_PROVIDER: 'none' });
  try {
    expect((await closed.stranger.call(getMapStyle, {})).styleUrl).toBeNull();
    expect((await rawCall(closed, { path: '/healthz' })).headers.get('content-security-policy')).not.toContain(
      'https:',
    );
  } finally {
    await closed.stop();
  }
});
