import { authTexts } from '@trace/contract/auth/auth.texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIdentityDoor } from '#testing/identity-door';
import type { Answer, Browser, Door } from '#testing/identity-door';
import { signUpForm } from '#testing/sign-up';
import { addressLimit } from './auth.attempts.rules.ts';

let door: Door;
let people = 0;

beforeAll(async () => {
  door = await openIdentityDoor();
});
afterAll(() => door.stop());

const password = 'Correct-horse-7';

async function person(): Promise<string> {
  const email = `person${++people}@example.com`;
  const name = { firstName: 'Ada', lastName: 'Byron', timeZone: 'UTC' };
  await door.auth.port.createAccount({ email, password, role: 'user', ...name });
  return email;
}

const signIn = (browser: Browser, email: string, typed = password): Promise<Answer> =>
  browser.call('POST', '/api/auth/sign-in', { email, password: typed });

/** Makes wrong attempts against one account, each from a different address. */
async function useUp(email: string, tries: number): Promise<Answer[]> {
  const browsers = Array.from({ length: tries }, (_, index) => door.browser(`192.0.2.${index + 1}`));
  return Promise.all(browsers.map((browser) => signIn(browser, email, 'wrong')));
}

const statuses = (answers: Answer[]): number[] => answers.map((answer) => answer.status).toSorted((a, b) => a - b);

test('refuses the 31st wrong attempt from one address for any account and returns the wait time [AUTH-13]', async () => {
  const browser = door.browser('198.51.100.1');
  const answers = [];
  for (let tries = 0; tries < 31; tries += 1) answers.push(await signIn(browser, `nobody${tries}@example.com`));
  expect(statuses(answers)).toEqual([...Array<number>(30).fill(401), 429]);
  const last = answers.at(-1)!;
  expect(last.json).toMatchObject({ error: { code: 'too_many_requests', retryAfterSec: 900 } });
  expect(last.headers.get('retry-after')).toBe('900');

  const email = await person();
  expect((await signIn(browser, email)).status).toBe(429);
  expect((await signIn(door.browser('198.51.100.2'), email)).status).toBe(200);
});

test('lets ten of eleven concurrent attempts against one account through, known or unknown [AUTH-13]', async () => {
  const tenOfEleven = [...Array<number>(10).fill(401), 429];
  expect(statuses(await useUp(await person(), 11))).toEqual(tenOfEleven);
  expect(statuses(await useUp('nobody-at-all@example.com', 11))).toEqual(tenOfEleven);
});

test('limits survive a restart and apply in every process until the window expires [AUTH-13]', async () => {
  const email = await person();
  await useUp(email, 10);
  const restarted = await openIdentityDoor({ shared: door.test, clock: door.clock });
  try {
    expect((await signIn(restarted.browser('198.51.100.4'), email)).status).toBe(429);
    // The sweep, which would delete the window, is stopped: expiry alone must be enough.
    for (const each of [door, restarted]) each.stopSweeping();
    await door.clock.advance(15 * 60_000);
    expect((await signIn(restarted.browser('198.51.100.4'), email)).status).toBe(200);
  } finally {
    await restarted.stop();
    door.startSweeping();
  }
});

test('strangers cannot lock out the owner in a browser that signed in before [AUTH-13]', async () => {
  const email = await person();
  const own = door.browser('198.51.100.5');
  await signIn(own, email);
  await own.call('POST', '/api/auth/sign-out');
  await useUp(email, 11);
  expect((await signIn(door.browser('198.51.100.6'), email)).status).toBe(429);
  expect((await signIn(own, email)).status).toBe(200);

  const other = await person();
  await useUp(other, 11);
  expect((await signIn(own, other)).status).toBe(429);
});

test('a forged browser mark does not bypass the limit [AUTH-13]', async () => {
  const email = await person();
  const own = door.browser('198.51.100.7');
  await signIn(own, email);
  const mark = decodeURIComponent(own.cookies.get('trace_device')!);
  await useUp(email, 11);
  const [accountId, endsAt, generation, id, signature] = mark.split('.');
  for (const forged of [
    `${accountId}.${Number(endsAt) + 1}.${generation}.${id}.${signature}`,
    `${accountId}.${endsAt}.${Number(generation) + 1}.${id}.${signature}`,
    `${accountId}.${endsAt}.${generation}.${id}.`,
    `${accountId}`,
    '..',
    '',
  ]) {
    const browser = door.browser('198.51.100.8');
    browser.cookies.set('trace_device', encodeURIComponent(forged));
    expect((await signIn(browser, email)).status).toBe(429);
  }
});

test('successful sign-ins from one address never reach the limit [AUTH-13]', async () => {
  const email = await person();
  const answers = [];
  for (let tries = 0; tries < 32; tries += 1) answers.push(await signIn(door.browser('198.51.100.9'), email));
  expect(new Set(statuses(answers))).toEqual(new Set([200]));
});

test('a busy server counts neither an attempt to sign in nor a code that it does not mail [AUTH-21]', async () => {
  const busy = await openIdentityDoor({ shared: door.test, clock: door.clock, mostHashesAtOnce: 0 });
  try {
    const browser = busy.browser('198.51.100.11');
    const email = 'rushed@example.com';
    expect((await signIn(browser, email)).json).toMatchObject({ error: { message: authTexts.busy } });
    const signUp = await browser.call('POST', '/api/auth/sign-up', { ...signUpForm(email), companyInvite: null });
    expect(signUp.json).toMatchObject({ error: { message: authTexts.busy } });
    const { rows } = await sql`
      select key from sign_in_attempt where key like ${`%${email}`} or key = 'address 198.51.100.11'`.execute(
      door.test.database.sql,
    );
    expect(rows).toEqual([]);
  } finally {
    await busy.stop();
  }
});

test('logs an exceeded limit once instead of once per attempt [SESS-02]', async () => {
  const email = await person();
  await useUp(email, 14);
  const { rows } = await sql<{ reason: string; times: number }>`
    select details->>'reason' as reason, count(*) as times from user_activity_logs
    where user_email = ${email} group by 1 order by 1`.execute(door.test.database.sql);
  expect(rows).toEqual([
    { reason: 'too_many_requests', times: 1 },
    { reason: 'wrong_password', times: 10 },
  ]);
});

test('deletes expired windows [AUTH-13]', async () => {
  await signIn(door.browser('198.51.100.10'), 'nobody@example.com');
  await door.clock.advance(16 * 60_000);
  const { rows } = await sql`select key from sign_in_attempt where ends_at <= ${door.clock.now()}`.execute(
    door.test.database.sql,
  );
  expect(rows).toEqual([]);
});

test.each([
  ['203.0.113.7', 'address 203.0.113.7'],
  ['::ffff:203.0.113.7', 'address 203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', 'address 2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', 'address 2001:db8:1:2::/64'],
  ['2001:db8::6', 'address 2001:db8:0:0::/64'],
  ['::1', 'address 0:0:0:0::/64'],
  ['fe80::1%eth0', 'address fe80:0:0:0::/64'],
])('counts the address %s as %s [AUTH-13]', (address, key) => {
  expect(addressLimit(address).key).toBe(key);
});
