import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endOtherSessions, endSession, listSessions } from '@trace/contract/auth/sessions/auth.sessions.api';
import { signInAs, startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { openStream } from '#testing/sse';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ TRUST_PROXY: '1' });
});
afterAll(() => portal.stop());

const another = async (person: SignedIn): Promise<SignedIn> => ({
  ...person,
  ...(await signInAs(portal.url, person.email)),
});

test('lists open sessions with device, address and last activity, and marks the current session [SESS-05]', async () => {
  const person = await portal.person();
  await rawCall(portal, {
    method: 'POST',
    path: '/api/auth/sign-in',
    body: { email: person.email, password: 'Harbour-2026-bridge' },
    headers: {
      'x-forwarded-for': '203.0.113.44',
      'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6) Version/18.6 Mobile/15E148 Safari/604.1',
    },
  });
  const { sessions } = await person.api.call(listSessions, {});
  const seenAt = portal.clock.now().toISOString();
  expect(sessions).toHaveLength(2);
  expect(sessions).toContainEqual({
    id: expect.any(String) as string,
    device: 'Safari on iPhone',
    address: '203.0.113.44',
    startedAt: seenAt,
    lastSeenAt: seenAt,
    isThis: false,
  });
  expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1);
  const stranger = await portal.person();
  expect((await stranger.api.call(listSessions, {})).sessions).toHaveLength(1);
});

test('ends a session and its streams within a second, and hides another user’s session [SESS-05]', async () => {
  const person = await portal.person();
  const other = await another(person);
  const stranger = await portal.person();
  const stream = await openStream(portal, other);
  const { sessions } = await person.api.call(listSessions, {});
  const params = { id: sessions.find(({ isThis }) => !isThis)!.id };
  await expect(stranger.api.call(endSession, { params })).rejects.toMatchObject({ status: 404 });
  const both = await Promise.all(
    [1, 2].map(() => rawCall(portal, { method: 'DELETE', path: `/api/auth/sessions/${params.id}`, person })),
  );
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  await portal.clock.advance(1_000);
  expect(await stream.until('end')).toEqual([{ reason: 'signed_out' }]);
  expect((await person.api.call(listSessions, {})).sessions).toHaveLength(1);
});

test('ends all other sessions and keeps the current session [SESS-05]', async () => {
  const person = await portal.person();
  await Promise.all([another(person), another(person)]);
  const bystander = await portal.person();
  expect(await person.api.call(endOtherSessions, {})).toEqual({ ended: 2 });
  expect(await person.api.call(endOtherSessions, {})).toEqual({ ended: 0 });
  expect((await person.api.call(listSessions, {})).sessions).toMatchObject([{ isThis: true }]);
  await bystander.api.call(listSessions, {});
  const { rows } = await sql`
    select user_email, details from user_activity_logs
    where account_id = ${person.id} and action = 'logout'`.execute(portal.test.database.sql);
  const entry = { userEmail: person.email, details: { reason: 'ended_elsewhere' } };
  expect(rows).toEqual([entry, entry]);
});

test('signing out clears the cache and storage of the pages in the browser [T42]', async () => {
  const person = await portal.person();
  const answer = await rawCall(portal, { method: 'POST', path: '/api/auth/sign-out', person });
  expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"');
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('keeps the worker that shows alerts after an expired session, but clears the worker during a session [T42] [ALRT-01]', async () => {
  const person = await portal.person();
  const leave = () => rawCall(portal, { method: 'POST', path: '/api/auth/sign-out?keepWorker=1', person });
  expect((await leave()).headers.get('clear-site-data')).toBe('"cache", "storage"');
  expect((await leave()).headers.get('clear-site-data')).toBe('"cache"');
});

test.each([
  ['1', '203.0.113.9'],
  ['loopback', '203.0.113.9'],
  ['10.0.0.0/8', '127.0.0.1'],
  ['off', '127.0.0.1'],
])(
  'logs every activity with client address, user agent and reason (TRUST_PROXY %s) [SESS-02]',
  async (trust, address) => {
    const own = await startPortal({ TRUST_PROXY: trust });
    try {
      const person = await own.person();
      const headers = { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Agent/7' };
      const signIn = (password: string) =>
        rawCall(own, { method: 'POST', path: '/api/auth/sign-in', headers, body: { email: person.email, password } });
      await signIn('Wrong-guess-7');
      const right = await signIn('Harbour-2026-bridge');
      const cookie = right.headers
        .getSetCookie()
        .map((header) => header.split(';')[0]!)
        .join('; ');
      await rawCall(own, { method: 'POST', path: '/api/auth/sign-out', headers: { ...headers, cookie } });
      const { rows } = await sql`
      select action, user_email, ip_address, user_agent, details from user_activity_logs
      where user_agent = 'Agent/7' order by id`.execute(own.test.database.sql);
      const by = { userEmail: person.email, ipAddress: address, userAgent: 'Agent/7' };
      expect(rows).toEqual([
        { action: 'failed_login', ...by, details: { reason: 'wrong_password' } },
        { action: 'login', ...by, details: {} },
        { action: 'logout', ...by, details: { reason: 'signed_out' } },
      ]);
    } finally {
      await own.stop();
    }
  },
);
