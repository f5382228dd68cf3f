import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS, HOUR_MS } from '@trace/contract/kernel/time';
import { openIdentityDoor } from '#testing/identity-door';
import type { Browser, Door } from '#testing/identity-door';

let door: Door;
let people = 0;

beforeEach(async () => {
  door = await openIdentityDoor();
});
afterEach(() => door.stop());

const password = 'Correct-horse-7';
const background = { 'x-trace-background': '1' };

async function signedIn(role: 'user' | 'staff' = 'user'): Promise<{ browser: Browser; id: string; email: string }> {
  const email = `person${++people}@example.com`;
  const name = { firstName: 'Ada', lastName: 'Byron', timeZone: 'UTC' };
  const id = await door.auth.port.createAccount({ email, password, role, ...name });
  const browser = door.browser();
  await browser.call('POST', '/api/auth/sign-in', { email, password });
  return { browser, id, email };
}

async function isSignedIn(browser: Browser, headers: Record<string, string> = {}): Promise<boolean> {
  const { json } = await browser.call('GET', '/api/auth/session', undefined, headers);
  return (json as { person: object | null }).person !== null;
}

async function timeouts(): Promise<unknown[]> {
  const { rows } = await sql`
    select user_email, ip_address, user_agent, details from user_activity_logs
    where action = 'session_timeout' order by id`.execute(door.test.database.sql);
  return rows;
}

/** Stops the sweep, so that the next access to the session comes from a request. */
const withoutSweep = (): void => door.stopSweeping();

test('60 idle minutes end a session, and activity keeps a session alive [SESS-03] [T43]', async () => {
  withoutSweep();
  const { browser } = await signedIn();
  await door.clock.advance(59 * MINUTE_MS);
  expect(await isSignedIn(browser)).toBe(true);
  await door.clock.advance(59 * MINUTE_MS);
  expect(await isSignedIn(browser)).toBe(true);
  await door.clock.advance(60 * MINUTE_MS);
  expect(await isSignedIn(browser)).toBe(false);
});

test('a stream or a poll does not count as activity [SESS-03] [T43]', async () => {
  withoutSweep();
  const { browser } = await signedIn();
  await door.clock.advance(40 * MINUTE_MS);
  expect(await isSignedIn(browser, background)).toBe(true);
  await door.clock.advance(20 * MINUTE_MS);
  expect(await isSignedIn(browser, background)).toBe(false);
});

test.each([
  ['user', 12],
  ['staff', 8],
] as const)('signs out a %s after %i hours regardless of activity [SESS-03]', async (role, hours) => {
  withoutSweep();
  const { browser } = await signedIn(role);
  for (let half = 1; half < hours * 2; half += 1) {
    await door.clock.advance(HOUR_MS / 2);
    expect(await isSignedIn(browser)).toBe(true);
  }
  await door.clock.advance(HOUR_MS / 2);
  expect(await isSignedIn(browser)).toBe(false);
  expect(await timeouts()).toMatchObject([{ details: { reason: 'absolute' } }]);
});

test('logs a timed-out session once, however many requests find the session [SESS-02]', async () => {
  withoutSweep();
  const { browser, email } = await signedIn();
  await door.clock.advance(61 * MINUTE_MS);
  await Promise.all([isSignedIn(browser), isSignedIn(browser), isSignedIn(browser)]);
  expect(await timeouts()).toEqual([
    { userEmail: email, ipAddress: '203.0.113.7', userAgent: 'test browser', details: { reason: 'idle' } },
  ]);
});

test('two processes sweep and log an abandoned session once [SESS-02]', async () => {
  const { id } = await signedIn();
  const second = await openIdentityDoor({ shared: door.test, clock: door.clock });
  try {
    await door.clock.advance(62 * MINUTE_MS);
    expect(await timeouts()).toHaveLength(1);
    const { rows } = await sql`select id from session where person_id = ${id}`.execute(door.test.database.sql);
    expect(rows).toEqual([]);
  } finally {
    await second.stop();
  }
});

test('writes the last-seen time at most once a minute [SESS-03]', async () => {
  withoutSweep();
  const { browser } = await signedIn();
  const lastSeen = async (): Promise<unknown> => {
    const { rows } = await sql<{ lastSeenAt: Date }>`select last_seen_at from session`.execute(door.test.database.sql);
    return rows[0]?.lastSeenAt.toISOString();
  };
  await door.clock.advance(59_000);
  await isSignedIn(browser);
  expect(await lastSeen()).toBe('2026-03-02T12:00:00.000Z');
  await door.clock.advance(1_000);
  await isSignedIn(browser);
  expect(await lastSeen()).toBe('2026-03-02T12:01:00.000Z');
});

test('refuses a session cookie that is forged, truncated or signed with another key [T67]', async () => {
  const { browser } = await signedIn();
  const good = decodeURIComponent(browser.cookies.get('trace_session')!);
  const token = good.slice(0, good.lastIndexOf('.'));
  const otherKey = createHmac('sha256', 'another key').update(token).digest('base64');
  expect(await isSignedIn(browser)).toBe(true);
  for (const forged of [token, `${token}.`, `${token}.${otherKey}`, `x${good}`, `${good}x`, '.', '', '%E0%A4%A']) {
    browser.cookies.set('trace_session', forged.startsWith('%') ? forged : encodeURIComponent(forged));
    expect(await isSignedIn(browser)).toBe(false);
  }
});

test('the live sessions are the sessions that a request would find [SESS-03]', async () => {
  withoutSweep();
  const kept = await signedIn();
  const ended = await signedIn();
  const idle = await signedIn();
  const { port } = door.auth;
  const sessionOf = async (browser: Browser): Promise<string> => {
    const cookies = { trace_session: decodeURIComponent(browser.cookies.get('trace_session')!) };
    return (await port.authenticate(cookies, { isBackground: true }))!.sessionId;
  };
  const ids = await Promise.all([kept, ended, idle].map(({ browser }) => sessionOf(browser)));
  expect(await port.liveSessions(ids)).toEqual(new Set(ids));
  await port.endSessions(ended.id);
  expect(await isSignedIn(ended.browser)).toBe(false);
  await door.clock.advance(30 * MINUTE_MS);
  await isSignedIn(kept.browser);
  await door.clock.advance(30 * MINUTE_MS);
  expect(await port.liveSessions(ids)).toEqual(new Set([ids[0]]));
});
