import { done } from '@trace/contract/kernel/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewPasskeyOptions, Passkey, PasskeyOptions } from '@trace/contract/auth/factors/auth.passkeys.schema';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { openIdentityDoor } from '#testing/identity-door';
import type { Answer, Browser, Door } from '#testing/identity-door';
import {
  isSignedIn,
  password,
  protectedPerson,
  refusalOf,
  signIn,
  somebody,
  statusesOf,
} from '#testing/second-factor-door';
import { softwarePasskey } from '#testing/stand-ins/software-passkey';
import type { SoftwarePasskey } from '#testing/stand-ins/software-passkey';

let door: Door;
let origin: string;

beforeAll(async () => {
  door = await openIdentityDoor();
  origin = door.url.replace('127.0.0.1', 'localhost');
});
afterAll(() => door.stop());

type How = Parameters<SoftwarePasskey['get']>[1];

async function startAdding(browser: Browser): Promise<NewPasskeyOptions> {
  const { json } = await browser.call('POST', '/api/auth/passkeys/options');
  return (json as { options: NewPasskeyOptions }).options;
}

async function add(browser: Browser, key: SoftwarePasskey, how: How = {}): Promise<Answer> {
  const answer = key.create(await startAdding(browser), how);
  return browser.call('POST', '/api/auth/passkeys', { name: 'Phone', answer });
}

async function question(browser: Browser): Promise<PasskeyOptions> {
  const { json } = await browser.call('POST', '/api/auth/passkeys/sign-in/options');
  return (json as { options: PasskeyOptions }).options;
}

const give = (browser: Browser, answer: unknown): Promise<Answer> =>
  browser.call('POST', '/api/auth/passkeys/sign-in', { answer });

const signInWith = async (browser: Browser, key: SoftwarePasskey, how: How = {}): Promise<Answer> =>
  give(browser, key.get(await question(browser), how));

async function personWithPasskey(options: { isCounting?: boolean } = {}) {
  const person = await somebody(door);
  const browser = door.browser();
  await signIn(browser, person);
  const key = softwarePasskey(origin, options);
  const { passkey } = (await add(browser, key)).json as { passkey: Passkey };
  return { ...person, browser, key, passkey };
}

describe('keeping passkeys', () => {
  test('only the owner adds, lists, renames and removes a passkey [AUTH-15]', async () => {
    const { id, browser, passkey, key } = await personWithPasskey();
    expect(passkey).toEqual({
      id: expect.any(String),
      name: 'Phone',
      createdAt: door.clock.now().toISOString(),
      lastUsedAt: null,
      isSynced: false,
    });
    const other = door.browser();
    await signIn(other, await somebody(door));
    const path = `/api/auth/passkeys/${passkey.id}`;
    expect(refusalOf(await other.call('PATCH', path, { name: 'Mine' })).code).toBe('not_found');
    expect(refusalOf(await other.call('DELETE', path)).code).toBe('not_found');
    expect((await other.call('GET', '/api/auth/passkeys')).json).toEqual({ passkeys: [] });

    expect((await browser.call('PATCH', path, { name: ' Работа 🔑 ' })).json).toMatchObject({
      passkey: { name: 'Работа 🔑' },
    });
    expect((await browser.call('DELETE', path)).json).toEqual(done);
    expect((await browser.call('GET', '/api/auth/passkeys')).json).toEqual({ passkeys: [] });
    expect(refusalOf(await signInWith(door.browser(), key))).toEqual({ status: 401, code: 'wrong_credentials' });
    const { rows } = await sql`select action from audit_log where actor_id = ${id} order by id`.execute(
      door.test.database.sql,
    );
    expect(rows).toEqual([
      { action: 'auth.addPasskey' },
      { action: 'auth.renamePasskey' },
      { action: 'auth.removePasskey' },
    ]);
  });

  test.each(['', '   ', 'x'.repeat(61), 'two\nlines'])(
    'refuses %j as the name of a passkey [AUTH-15]',
    async (name) => {
      const { browser, passkey } = await personWithPasskey();
      const answer = await browser.call('PATCH', `/api/auth/passkeys/${passkey.id}`, { name });
      expect(refusalOf(answer)).toEqual({ status: 400, code: 'invalid_input', field: 'body.name' });
    },
  );

  test('refuses a new passkey with a wrong challenge, origin, host or unverified user [AUTH-15]', async () => {
    const { browser } = await personWithPasskey();
    const wrongs: How[] = [{ origin: 'http://evil.example' }, { rpId: 'evil.example' }, { isVerified: false }];
    for (const how of wrongs) {
      expect(refusalOf(await add(browser, softwarePasskey(origin), how)).code).toBe('wrong_credentials');
    }
    const invented = softwarePasskey(origin).create({ challenge: 'AAAA' });
    expect(refusalOf(await browser.call('POST', '/api/auth/passkeys', { name: 'X', answer: invented })).code).toBe(
      'wrong_credentials',
    );
    const strange = { ...invented, response: { ...invented.response, clientDataJSON: 'bm90IGpzb24' } };
    expect(refusalOf(await browser.call('POST', '/api/auth/passkeys', { name: 'X', answer: strange })).code).toBe(
      'wrong_credentials',
    );
    expect((await browser.call('GET', '/api/auth/passkeys')).json).toMatchObject({ passkeys: [{ name: 'Phone' }] });
  });

  test('a challenge accepts one answer, from the challenged user, within five minutes [AUTH-15]', async () => {
    const { browser, key } = await personWithPasskey();
    const other = door.browser();
    await signIn(other, await somebody(door));
    const asked = await startAdding(other);
    const body = { name: 'X', answer: softwarePasskey(origin).create(asked) };
    expect((await browser.call('POST', '/api/auth/passkeys', body)).status).toBe(401);
    const answers = await Promise.all([1, 2].map(() => other.call('POST', '/api/auth/passkeys', body)));
    expect(statusesOf(answers)).toEqual([200, 401]);

    const answer = key.get(await question(browser));
    await door.clock.advance(5 * MINUTE_MS);
    expect((await give(door.browser(), answer)).status).toBe(401);
  });

  test('stores a passkey once and at most twenty per user, also with concurrent additions [AUTH-15]', async () => {
    const { browser, key } = await personWithPasskey();
    expect(refusalOf(await add(browser, key)).code).toBe('conflict');
    for (let kept = 1; kept < 18; kept++) await add(browser, softwarePasskey(origin));
    const asked = await Promise.all([1, 2, 3, 4].map(() => startAdding(browser)));
    const last = await Promise.all(
      asked.map((options) => {
        const body = { name: 'Last', answer: softwarePasskey(origin).create(options) };
        return browser.call('POST', '/api/auth/passkeys', body);
      }),
    );
    expect(statusesOf(last)).toEqual([200, 200, 409, 409]);
    const none = await browser.call('POST', '/api/auth/passkeys/options');
    expect(refusalOf(none).code).toBe('conflict');
  });

  test('adding and removing need a recent re-authentication, which a passkey answer provides once [AUTH-17]', async () => {
    const { browser, key, passkey } = await personWithPasskey();
    await door.clock.advance(11 * MINUTE_MS);
    expect(refusalOf(await browser.call('POST', '/api/auth/passkeys/options')).code).toBe('proof_required');
    const remove = () => browser.call('DELETE', `/api/auth/passkeys/${passkey.id}`);
    expect(refusalOf(await remove()).code).toBe('proof_required');

    const ask = async () => (await browser.call('POST', '/api/auth/prove/options')).json as { passkey: PasskeyOptions };
    const { passkey: asked } = await ask();
    expect(asked.allowCredentials.map(({ id }) => id)).toEqual([key.id]);
    const answer = key.get(asked);
    expect((await browser.call('POST', '/api/auth/prove', { passkey: answer })).json).toEqual({
      provedAt: door.clock.now().toISOString(),
    });
    expect(refusalOf(await browser.call('POST', '/api/auth/prove', { passkey: answer })).code).toBe(
      'wrong_credentials',
    );
    const stranger = softwarePasskey(origin).get((await ask()).passkey);
    expect(refusalOf(await browser.call('POST', '/api/auth/prove', { passkey: stranger })).code).toBe(
      'wrong_credentials',
    );
    expect((await remove()).status).toBe(200);
  });
});

describe('signing in', () => {
  test('support ends the passkeys too when someone else may use the account [AUTH-15] [T28]', async () => {
    const { id, key } = await personWithPasskey();
    expect((await signInWith(door.browser(), key)).status).toBe(200);
    await door.test.database.transaction((tx) => door.auth.port.endAccess(tx, id, 'ended_by_server'));
    expect((await signInWith(door.browser(), key)).status).toBe(401);
  });

  test('a passkey signs in without password and code, and ends the previous session of the browser [AUTH-15]', async () => {
    const careful = await protectedPerson(door);
    const key = softwarePasskey(origin);
    expect((await add(careful.browser, key)).status).toBe(200);
    const before = careful.browser.cookies.get('trace_session')!;
    const answer = await signInWith(careful.browser, key);
    expect(answer.json).toMatchObject({ person: { id: careful.id, email: careful.email } });
    expect(await isSignedIn(careful.browser)).toBe(true);
    const old = door.browser();
    old.cookies.set('trace_session', before);
    expect(await isSignedIn(old)).toBe(false);
    expect((await careful.browser.call('GET', '/api/auth/passkeys')).json).toMatchObject({
      passkeys: [{ lastUsedAt: door.clock.now().toISOString() }],
    });
  });

  test('an answer opens one session, even when sent several times at once [AUTH-15]', async () => {
    const { key } = await personWithPasskey();
    const answer = key.get(await question(door.browser()));
    const answers = await Promise.all([1, 2, 3].map(() => give(door.browser(), answer)));
    expect(statusesOf(answers)).toEqual([200, 401, 401]);
  });

  test('refuses a passkey whose counter goes back, and accepts a passkey that never counts [AUTH-15]', async () => {
    const { key } = await personWithPasskey();
    expect((await signInWith(door.browser(), key)).status).toBe(200);
    key.counter = 0;
    expect((await signInWith(door.browser(), key)).status).toBe(401);
    const quiet = await personWithPasskey({ isCounting: false });
    expect((await signInWith(door.browser(), quiet.key)).status).toBe(200);
    expect((await signInWith(door.browser(), quiet.key)).status).toBe(200);
  });

  test('a passkey signs in only with the right origin, host, owner and user verification [AUTH-15]', async () => {
    const { key } = await personWithPasskey();
    const wrongs: How[] = [
      { origin: 'http://evil.example' },
      { origin: 'http://localhost:1' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') },
    ];
    for (const how of wrongs) expect((await signInWith(door.browser(), key, how)).status).toBe(401);
    expect((await signInWith(door.browser(), key)).status).toBe(200);
  });

  test('refuses the 31st wrong passkey from one address [AUTH-13]', async () => {
    const browser = door.browser('198.51.100.66');
    const wrong = softwarePasskey(origin).get({ challenge: 'AAAA' });
    const answers = await Promise.all(Array.from({ length: 31 }, () => give(browser, wrong)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test('a challenge names no account to strangers, and a re-authentication challenge opens no session [GUARD-07]', async () => {
    const { browser, key } = await personWithPasskey();
    const asked = await question(door.browser());
    expect(asked).toEqual({
      challenge: expect.any(String),
      rpId: 'localhost',
      timeout: 5 * MINUTE_MS,
      userVerification: 'required',
      allowCredentials: [],
    });
    const proof = (await browser.call('POST', '/api/auth/prove/options')).json as { passkey: PasskeyOptions };
    expect((await give(door.browser(), key.get(proof.passkey))).status).toBe(401);
    const wrong = await browser.call('POST', '/api/auth/prove', { passkey: key.get(asked) });
    expect(wrong.status).toBe(401);
  });
});

describe('a proof by password', () => {
  test('a right password re-authenticates the session for ten minutes, and a wrong password is logged [AUTH-17] [T44]', async () => {
    const person = await somebody(door);
    const browser = door.browser();
    await signIn(browser, person);
    await door.clock.advance(11 * MINUTE_MS);
    const start = () => browser.call('POST', '/api/auth/passkeys/options');
    const wrong = await browser.call('POST', '/api/auth/prove', { password: 'Wrong-horse-7' });
    expect(refusalOf(wrong)).toEqual({ status: 401, code: 'wrong_credentials', field: 'body.password' });
    expect((await start()).status).toBe(403);
    expect((await browser.call('POST', '/api/auth/prove', { password })).status).toBe(200);
    await door.clock.advance(10 * MINUTE_MS);
    expect((await start()).status).toBe(200);
    await door.clock.advance(1_000);
    expect((await start()).status).toBe(403);
    const { rows } = await sql`
      select action, details->>'code' as code from audit_log
      where actor_id = ${person.id} and (subject_id is distinct from 'auth.startPasskey') order by id`.execute(
      door.test.database.sql,
    );
    expect(rows).toEqual([
      { action: 'authz_denied', code: 'wrong_credentials' },
      { action: 'auth.prove', code: null },
    ]);
  });

  test('allows ten of eleven concurrent wrong re-authentications [AUTH-13]', async () => {
    const browser = door.browser('198.51.100.67');
    await signIn(browser, await somebody(door));
    const tries = Array.from({ length: 11 }, () => browser.call('POST', '/api/auth/prove', { password: 'wrong' }));
    expect((await Promise.all(tries)).filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test.each([
    {},
    { password: '' },
    { password: 'x'.repeat(257) },
    { code: '123456' },
    { password, passkey: {} },
    { passkey: { id: 'javascript:' } },
  ])('refuses %o as a re-authentication [AUTH-17]', async (body) => {
    const browser = door.browser();
    await signIn(browser, await somebody(door));
    expect(refusalOf(await browser.call('POST', '/api/auth/prove', body)).code).toBe('invalid_input');
  });
});

test('refuses a passkey of a non-staff user at the staff sign-in and leaves no session [SUPL-01]', async () => {
  const { email, key } = await personWithPasskey();
  const browser = door.browser();
  const answer = key.get(await question(browser), {});
  const refused = await browser.call('POST', '/api/auth/passkeys/sign-in', { answer, door: 'support' });
  expect(refusalOf(refused)).toEqual({ status: 403, code: 'forbidden' });
  expect(refused.headers.getSetCookie()).toEqual([]);
  expect(await isSignedIn(browser)).toBe(false);
  const logged = await sql`select details from user_activity_logs
    where user_email = ${email} and action = 'failed_login'`.execute(door.test.database.sql);
  expect(logged.rows).toEqual([{ details: { reason: 'not_staff' } }]);
});
