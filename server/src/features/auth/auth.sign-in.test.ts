import { authTexts } from '@trace/contract/auth/auth.texts';
import { done } from '@trace/contract/kernel/endpoint';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { eventually } from '#testing/eventually';
import { openIdentityDoor } from '#testing/identity-door';
import type { Answer, Browser, Door } from '#testing/identity-door';

let door: Door;
let people = 0;

beforeAll(async () => {
  door = await openIdentityDoor();
});
afterAll(() => door.stop());
beforeEach(() => sql`delete from user_activity_logs`.execute(door.test.database.sql));

const password = 'Correct-horse-7';

async function person(role: 'user' | 'installer' | 'staff' = 'user') {
  const email = `person${++people}@example.com`;
  const name = { firstName: 'Ada', lastName: 'Byron', timeZone: 'Australia/Sydney' };
  return { email, id: await door.auth.port.createAccount({ email, password, role, ...name }) };
}

const signIn = (browser: Browser, email: string, typed = password): Promise<Answer> =>
  browser.call('POST', '/api/auth/sign-in', { email, password: typed });

const session = (browser: Browser): Promise<Answer> => browser.call('GET', '/api/auth/session');

interface LogLine {
  action: string;
  userEmail: string;
  accountId: string | null;
  ipAddress: string;
  userAgent: string;
  details: unknown;
}

async function log(): Promise<LogLine[]> {
  const { rows } = await sql<LogLine>`
    select action, user_email, account_id, ip_address, user_agent, details
    from user_activity_logs order by id`.execute(door.test.database.sql);
  return rows;
}

test('signs a user in, returns the account type afterwards, and signs the user out [AUTH-03]', async () => {
  const installer = await person('installer');
  const browser = door.browser();
  const answer = await signIn(browser, installer.email);
  expect(answer.status).toBe(200);
  const expected = {
    person: {
      id: installer.id,
      email: installer.email,
      firstName: 'Ada',
      lastName: 'Byron',
      userType: 'installer',
      timeZone: 'Australia/Sydney',
    },
  };
  expect(answer.json).toEqual(expected);
  expect((await session(browser)).json).toEqual(expected);

  const gone = new Map(browser.cookies);
  expect((await browser.call('POST', '/api/auth/sign-out')).json).toEqual(done);
  expect(browser.cookies.has('trace_session')).toBe(false);
  for (const [name, value] of gone) browser.cookies.set(name, value);
  expect((await session(browser)).json).toEqual({ person: null });
});

test('blanks around the email do not matter, and an invalid email is refused in plain words [AUTH-03]', async () => {
  const { email, id } = await person();
  expect((await signIn(door.browser(), `  ${email} `)).json).toMatchObject({ person: { id, email } });
  const answer = await signIn(door.browser(), 'ada at example.com');
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({ error: { field: 'body.email', message: authTexts.emailInvalid } });
});

test('the email is case-insensitive [AUTH-03]', async () => {
  const { email, id } = await person();
  const answer = await signIn(door.browser(), email.toUpperCase());
  expect(answer.json).toMatchObject({ person: { id, email } });
  await expect(
    door.auth.port.createAccount({
      email: ` ${email.toUpperCase()} `,
      firstName: '',
      lastName: '',
      role: 'user',
      timeZone: 'UTC',
    }),
  ).rejects.toMatchObject({ code: 'conflict' });
  expect(await door.people.findAccountByEmail(` ${email.toUpperCase()}`)).toMatchObject({ id });
});

test('cookies are limited to this host and hidden from scripts [T67] [T68]', async () => {
  const { email } = await person();
  const plain = await signIn(door.browser(), email);
  const cookies = plain.headers.getSetCookie();
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['trace_session', 'trace_device']);
  for (const cookie of cookies) expect(cookie).toMatch(/HttpOnly/);
  for (const cookie of cookies) expect(cookie).toMatch(/SameSite=Lax/);

  const secure = await openIdentityDoor({
    shared: door.test,
    clock: door.clock,
    publicUrl: 'https://trace.example.com',
  });
  try {
    const browser = secure.browser();
    const answer = await signIn(browser, email);
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).toMatch(/^__Host-.*Path=\/.*Secure/);
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).not.toMatch(/Domain/i);
    expect((await session(browser)).json).toMatchObject({ person: { email } });
  } finally {
    await secure.stop();
  }
});

test('signing in ends the previous session of the browser, even when the new sign-in fails [AUTH-04]', async () => {
  const { email } = await person();
  const browser = door.browser();
  await signIn(browser, email);
  const first = browser.cookies.get('trace_session')!;
  expect((await signIn(browser, email)).status).toBe(200);
  const old = door.browser();
  old.cookies.set('trace_session', first);
  expect((await session(old)).json).toEqual({ person: null });

  expect((await signIn(browser, email, 'wrong')).status).toBe(401);
  expect((await session(browser)).json).toEqual({ person: null });
});

test('two concurrent sign-ins of one browser end the old session once and both succeed [AUTH-04]', async () => {
  const { email } = await person();
  const browser = door.browser();
  await signIn(browser, email);
  const answers = await Promise.all([signIn(browser, email), signIn(browser, email)]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  const actions = (await log()).map((line) => line.action);
  expect(actions.filter((action) => action === 'logout')).toHaveLength(1);
  expect(actions.filter((action) => action === 'login')).toHaveLength(3);
});

test('refuses the old password when the password changes during the sign-in [AUTH-12]', async () => {
  const { email, id } = await person();
  const { answer } = await door.test.database.transaction(async (tx) => {
    await sql`update credential set password = 'another' where person_id = ${id}`.execute(tx);
    const signingIn = signIn(door.browser(), email);
    // The session with the old password exists, and the change does not find it.
    await eventually(
      () => sql`select from session where person_id = ${id}`.execute(door.test.database.sql),
      ({ rows }) => rows.length === 1,
    );
    return { answer: signingIn };
  });
  expect((await answer).status).toBe(401);
  const { rows } = await sql`select from session where person_id = ${id}`.execute(door.test.database.sql);
  expect(rows).toEqual([]);
});

test('an unknown email and a wrong password get byte-identical answers [AUTH-03] [T45]', async () => {
  const { email } = await person();
  const wrong = await signIn(door.browser(), email, 'wrong');
  const unknown = await signIn(door.browser(), 'nobody@example.com', 'wrong');
  const withoutId = (answer: Answer): string => answer.text.replace(/"requestId":"[^"]+"/, '');
  expect(wrong.status).toBe(401);
  expect(unknown.status).toBe(401);
  expect(withoutId(unknown)).toBe(withoutId(wrong));
  const names = (answer: Answer): string[] => [...answer.headers.keys()].toSorted();
  expect(names(unknown)).toEqual(names(wrong));
  expect(wrong.json).toMatchObject({ error: { code: 'wrong_credentials' } });
});

test('refuses a role in a body, and gives no rights to an account without a valid role [AUTH-14] [GUARD-07]', async () => {
  const { email, id } = await person();
  const browser = door.browser();
  const body = { email, password, role: 'staff' };
  const answer = await browser.call('POST', '/api/auth/sign-in', body);
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({ error: { code: 'invalid_input', field: 'body.role' } });

  await signIn(browser, email);
  const { sql: executor } = door.test.database;
  await sql`alter type person_role add value if not exists 'ghost'`.execute(executor);
  await sql`update person set role = 'ghost' where id = ${id}`.execute(executor);
  expect((await session(browser)).json).toEqual({ person: null });
  expect((await signIn(browser, email)).status).toBe(401);
  expect((await log()).at(-1)).toMatchObject({ action: 'failed_login', details: { reason: 'no_valid_role' } });
  expect(await door.people.accountsOf([id])).toEqual(new Map());
});

test('a page start logs a login once per session and day [SESS-01]', async () => {
  const { email } = await person();
  const browser = door.browser();
  await signIn(browser, email);
  await Promise.all([session(browser), session(browser), session(browser)]);
  expect((await log()).filter((line) => line.action === 'login')).toHaveLength(1);

  // From 23:00 in Sydney (noon in UTC) into the next day there, with the session kept alive.
  for (let minutes = 0; minutes < 90; minutes += 30) {
    await door.clock.advance(30 * 60_000);
    await session(browser);
  }
  expect((await log()).filter((line) => line.action === 'login')).toHaveLength(2);
});

test('logs sign-ins, failures and sign-outs with email, client and real address [SESS-02]', async () => {
  const { email, id } = await person();
  const browser = door.browser('198.51.100.20');
  await signIn(browser, 'nobody@example.com');
  await signIn(browser, email, 'wrong');
  await signIn(browser, email);
  await browser.call('POST', '/api/auth/sign-out');
  await browser.call('POST', '/api/auth/sign-out');
  const client = { ipAddress: '198.51.100.20', userAgent: 'test browser' };
  const known = { userEmail: email, accountId: id, ...client };
  expect(await log()).toEqual([
    {
      action: 'failed_login',
      userEmail: 'nobody@example.com',
      accountId: null,
      ...client,
      details: { reason: 'unknown_email' },
    },
    { action: 'failed_login', ...known, details: { reason: 'wrong_password' } },
    { action: 'login', ...known, details: {} },
    { action: 'logout', ...known, details: { reason: 'signed_out' } },
  ]);
});

test('logs a sign-in that breaks as an unknown error and answers only with a request id [SESS-02]', async () => {
  const { email, id } = await person();
  await sql`update credential set password = 'not a hash' where person_id = ${id}`.execute(door.test.database.sql);
  const answer = await signIn(door.browser(), email);
  expect(answer.status).toBe(500);
  expect(Object.keys((answer.json as { error: object }).error)).toEqual(['code', 'message', 'requestId']);
  expect(await log()).toMatchObject([{ action: 'failed_login', accountId: id, details: { reason: 'unknown_error' } }]);
});
