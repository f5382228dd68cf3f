import { request } from 'node:http';
import { signIn } from '@trace/contract/auth/auth.api';
import { signInLimits } from '@trace/contract/auth/auth.rules';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { startPortal, type Portal } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';

let portal: Portal;
afterEach(() => portal.stop());

const metrics = async (headers: Record<string, string> = {}): Promise<number> =>
  (await rawCall(portal, { path: '/metrics', headers })).status;

/** The answers to `count` wrong sign-ins of different people, whose X-Forwarded-For is made by `forwardedFor`. */
async function wrongSignIns(count: number, forwardedFor: (nth: number) => string): Promise<number[]> {
  const statuses: number[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const headers = { 'x-forwarded-for': forwardedFor(nth) };
    const body = { email: `stranger-${nth}@example.com`, password: 'Wrong-guess-7' };
    statuses.push((await rawCall(portal, { method: signIn.method, path: signIn.path, headers, body })).status);
  }
  return statuses;
}

test.each([
  ['by their number', '1'],
  ['by their address', 'loopback'],
])(
  'addresses that a caller invents do not evade the limit per address when proxies are trusted %s [AUTH-13] [AUTH-19]',
  async (_name, trust) => {
    portal = await startPortal({ TRUST_PROXY: trust });
    const { perAddress } = signInLimits;

    const statuses = await wrongSignIns(perAddress + 2, (nth) => `203.0.113.${nth}, 198.51.100.7`);

    expect(statuses.slice(0, perAddress)).toEqual(Array(perAddress).fill(401));
    expect(statuses.slice(perAddress)).toEqual([429, 429]);
    expect(await wrongSignIns(1, () => '198.51.100.8')).toEqual([401]);
  },
);

test('a caller behind two trusted proxies is the second address from the right [AUTH-19]', async () => {
  portal = await startPortal({ TRUST_PROXY: '2' });
  const { perAddress } = signInLimits;

  await wrongSignIns(perAddress, (nth) => `203.0.113.${nth}, 198.51.100.7, 10.0.0.${nth}`);

  expect(await wrongSignIns(1, () => '198.51.100.7, 10.0.0.9')).toEqual([429]);
  expect(await wrongSignIns(1, () => '198.51.100.8, 10.0.0.9')).toEqual([401]);
});

test.each(['<script>alert(1)</script>', "'; drop table person", 'x'.repeat(3_000), '203.0.113.9:4711'])(
  'a forwarded address that is no address counts as that of the connection (%#) [AUTH-19]',
  async (text) => {
    portal = await startPortal({ TRUST_PROXY: '1' });

    expect(await wrongSignIns(1, () => text)).toEqual([401]);

    const { rows } = await sql`select distinct ip_address from user_activity_logs`.execute(portal.test.database.sql);
    expect(rows).toEqual([{ ipAddress: '127.0.0.1' }]);
  },
);

test('metrics are closed to a proxy on the same machine when it is not trusted [AUTH-19]', async () => {
  portal = await startPortal();

  expect(await metrics()).toBe(200);
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip'])
    expect(await metrics({ [header]: '127.0.0.1' })).toBe(401);
});

test('metrics need the token when PUBLIC_URL is https [AUTH-19]', async () => {
  const token = 'operator-token-of-the-tests';
  portal = await startPortal({ PUBLIC_URL: 'https://trace.example.com', METRICS_TOKEN: token });

  expect(await metrics()).toBe(401);
  expect(await metrics({ authorization: `Bearer ${token}` })).toBe(200);
});

test('the server warns once about https and about a proxy that is not trusted [AUTH-19]', async () => {
  portal = await startPortal({ PUBLIC_URL: 'https://trace.example.com' });

  for (const _ of [1, 2]) await metrics({ 'x-forwarded-for': '203.0.113.9' });

  const warnings = portal.logged().filter((line) => line.includes('TRUST_PROXY'));
  expect(warnings).toEqual([
    expect.stringContaining('PUBLIC_URL is https'),
    expect.stringContaining('A proxy passes requests on but none is trusted'),
  ]);
});

test('a browser that uses an address without PUBLIC_URL is named in the log once, and another site is not [AUTH-19]', async () => {
  portal = await startPortal({ TRUST_PROXY: '1' });
  const port = new URL(portal.url).port;
  const post = (origin: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { origin, host: 'trace.example.com' };
      const call = request({ port, method: 'POST', path: signIn.path, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      call.on('error', reject).end();
    });
  const hints = () => portal.logged().filter((line) => line.includes('set PUBLIC_URL'));

  expect(await post('https://evil.example')).toBe(403);
  expect(hints()).toEqual([]);

  const statuses = [await post('https://trace.example.com'), await post('https://trace.example.com')];
  expect(statuses).toEqual([403, 403]);
  expect(hints()).toEqual([expect.stringContaining('"origin":"https://trace.example.com"')]);
});

test('a signed endpoint refuses a request without a body', async () => {
  portal = await startPortal();

  const answer = await rawCall(portal, { method: 'POST', path: '/api/stripe/webhook' });

  expect(answer.status).toBe(400);
  expect(refusalIn(answer)).toMatchObject({ code: 'invalid_input', field: 'body' });
});
