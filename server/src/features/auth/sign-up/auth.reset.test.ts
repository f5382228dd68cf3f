import { done } from '@trace/contract/kernel/endpoint';
import { changePassword } from '@trace/contract/accounts/accounts.api';
import { getSession, signIn } from '@trace/contract/auth/auth.api';
import { requestReset, resetPassword } from '@trace/contract/auth/sign-up/auth.reset.api';
import { resetTexts } from '@trace/contract/auth/sign-up/auth.reset.texts';
import { passkeyMails } from '@trace/contract/auth/factors/auth.passkeys.texts';
import {
  confirmSecondFactor,
  signInSecondStep,
  startSecondFactor,
} from '@trace/contract/auth/factors/auth.second-factor.api';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import type { ApiClient } from '@trace/contract/kernel/client';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeAt } from '#testing/stand-ins/authenticator-app';
import { columnsWith } from '#testing/columns-with';
import { eventually } from '#testing/eventually';
import { openNewcomers, refusalOf } from '#testing/newcomers';
import type { SignUpAndReset } from '#testing/newcomers';
import { signInAs } from '#testing/portal';
import type { SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { SIGN_UP_PASSWORD, tokenIn } from '#testing/sign-up';

let newcomers: SignUpAndReset;

beforeAll(async () => {
  newcomers = await openNewcomers();
});
afterAll(() => newcomers.stop());
beforeEach(() => sql`delete from sign_in_attempt`.execute(newcomers.portal.test.database.sql));

const password = 'Lantern-2027-ferry';

const ask = (email: string, browser: ApiClient = newcomers.browser()) =>
  browser.call(requestReset, { body: { email } });
const set = (token: string, chosen = password, browser: ApiClient = newcomers.browser()) =>
  browser.call(resetPassword, { body: { token, password: chosen } });
const signInWith = (email: string, typed: string, browser: ApiClient = newcomers.browser()) =>
  browser.call(signIn, { body: { email, password: typed } });

/** Requests a link and reads the token from the email. */
async function linkFor(email: string): Promise<string> {
  await ask(email);
  return tokenIn((await newcomers.mailsTo(email)).at(-1)!.text);
}

const over = { code: 'gone', message: resetTexts.linkOver };

/** Sets only the wall clock. A whole server has too many timers to run an hour of timers. */
const later = (ms: number): void => newcomers.portal.clock.set(new Date(newcomers.portal.clock.now().getTime() + ms));

/** Opens a user's stream. Returns a function that reports whether the server has ended the stream. */
async function openStream({ cookie }: SignedIn): Promise<() => boolean> {
  const response = await fetch(`${newcomers.portal.url}/api/stream`, { headers: { cookie } });
  let isOver = false;
  const read = async (): Promise<void> => {
    for await (const chunk of response.body!) isOver = chunk === null;
    isOver = true;
  };
  void read();
  return () => isOver;
}

describe('forgotten password [AUTH-12]', () => {
  test('a link in the email sets a new password, notifies the owner, and ends every session and stream [AUTH-12]', async () => {
    const person = await newcomers.portal.person();
    const elsewhere = await signInAs(newcomers.portal.url, person.email);
    const isStreamOver = await openStream(person);

    expect(await ask(` ${person.email.toUpperCase()} `)).toEqual(done);
    const mail = (await newcomers.mailsTo(person.email)).at(-1)!;
    expect(mail.text).toContain(`${newcomers.portal.url}/reset-password#`);
    expect(await person.api.call(getSession, {})).toMatchObject({ person: { email: person.email } });

    const browser = newcomers.browser();
    expect(await set(tokenIn(mail.text), password, browser)).toEqual(done);
    for (const { api } of [person, elsewhere]) expect(await api.call(getSession, {})).toEqual({ person: null });
    await newcomers.portal.clock.advance(1_000);
    await eventually(isStreamOver, Boolean);
    const notice = (await newcomers.mailsTo(person.email)).at(-1)!;
    expect(notice.subject).toBe('Your Trace password was changed');
    expect(notice.text).toContain(passkeyMails.stay);
    expect(await refusalOf(signInWith(person.email, SIGN_UP_PASSWORD))).toMatchObject({ code: 'wrong_credentials' });
    expect(await signInWith(person.email, password, browser)).toMatchObject({ person: { email: person.email } });
  });

  test('an address without an account gets the same answer and no email [AUTH-12] [T45]', async () => {
    const { email } = await newcomers.portal.person();
    const waiting = newcomers.newEmail();
    await newcomers.begun(waiting);
    const mailsBefore = (await newcomers.mailsTo(waiting)).length;
    const answers = await Promise.all(
      [email, newcomers.newEmail(), waiting].map((each) =>
        rawCall(newcomers.portal, { method: 'POST', path: '/api/auth/reset', body: { email: each } }),
      ),
    );
    const seen = answers.map(({ status, text, headers }) =>
      JSON.stringify([status, text, [...headers.keys()].toSorted()]),
    );
    expect(new Set(seen).size).toBe(1);
    expect(await newcomers.mailsTo(`newcomer-none@example.com`)).toEqual([]);
    expect((await newcomers.mailsTo(waiting)).length).toBe(mailsBefore);
  });

  test.each([
    ['reset', async ({ email }: SignedIn) => set(await linkFor(email))],
    ['change of the password', async ({ api }: SignedIn) => api.call(changePassword, { body: { password } })],
  ])('a %s ends a sign-in that awaits the second step [AUTH-12] [AUTH-15] [SET-04]', async (_title, replace) => {
    const person = await newcomers.portal.person();
    const { key } = await person.api.call(startSecondFactor, {});
    await person.api.call(confirmSecondFactor, { body: { code: codeAt(key, newcomers.portal.clock.now()) } });
    later(MINUTE_MS);
    const stranger = newcomers.browser();
    expect(await signInWith(person.email, SIGN_UP_PASSWORD, stranger)).toMatchObject({
      secondFactor: { step: 'code' },
    });
    await replace(person);
    const code = codeAt(key, newcomers.portal.clock.now());
    expect(await refusalOf(stranger.call(signInSecondStep, { body: { code } }))).toMatchObject({ code: 'gone' });
  });

  test('a link works once, even when used twice at once [AUTH-12]', async () => {
    const { email } = await newcomers.portal.person();
    const token = await linkFor(email);
    const chosen = ['Lantern-2027-first', 'Lantern-2027-second'];
    const refused = await Promise.all(chosen.map((each) => refusalOf(set(token, each))));
    expect(refused.filter((refusal) => refusal === null)).toHaveLength(1);
    expect(refused.find((refusal) => refusal !== null)).toMatchObject(over);
    const right = chosen[refused.indexOf(null)]!;
    expect(await signInWith(email, right)).toMatchObject({ person: { email } });
    expect(await refusalOf(set(token))).toMatchObject(over);
  });

  test('a link works for half an hour, and a newer link replaces the older link [AUTH-12]', async () => {
    const { email } = await newcomers.portal.person();
    const first = await linkFor(email);
    const second = await linkFor(email);
    expect(await refusalOf(set(first))).toMatchObject(over);
    later(30 * MINUTE_MS);
    expect(await refusalOf(set(second))).toMatchObject(over);
    await newcomers.portal.clock.advance(MINUTE_MS);
    const { rows } = await sql`select from password_reset`.execute(newcomers.portal.test.database.sql);
    expect(rows).toEqual([]);
  });

  test.each(['', 'x', 'javascript:alert(1)', '🚢', 'A'.repeat(200)])(
    'refuses %j as a reset link [AUTH-12]',
    async (token) => {
      const refused = await refusalOf(set(token));
      expect(refused?.code).toBe(token === '' ? 'invalid_input' : 'gone');
    },
  );

  test('refuses a weak or common password at its field, and the link still works [AUTH-08] [AUTH-12]', async () => {
    const { email } = await newcomers.portal.person();
    const token = await linkFor(email);
    expect(await refusalOf(set(token, 'harbour-'))).toMatchObject({
      field: 'body.password',
      message: 'The password still needs: an uppercase letter, a number.',
    });
    expect(await refusalOf(set(token, 'P@ssw0rd'))).toMatchObject({ message: signUpTexts.passwordCommon });
    expect(await set(token)).toEqual(done);
  });

  test('refuses a new password with the name or the email of the account, and the link still works [AUTH-20]', async () => {
    const { email } = await newcomers.portal.person();
    const token = await linkFor(email);
    const [local] = email.split('@');
    for (const password of [`${local}-Aa9!`, 'Lamp-EXAMPLE-7', 'Tracé-2026-x'])
      expect(await refusalOf(set(token, password))).toMatchObject({
        field: 'body.password',
        message: signUpTexts.passwordOwnWord,
      });
    expect(await set(token)).toEqual(done);
  });

  test('no column contains the link while the email waits, and an account without a password can get a password [AUTH-12]', async () => {
    const email = newcomers.newEmail();
    await newcomers.portal.app.auth.createAccount({
      email,
      firstName: 'Ada',
      lastName: 'Byron',
      role: 'user',
      timeZone: 'UTC',
    });
    const token = await linkFor(email);
    const { sql: executor } = newcomers.portal.test.database;
    expect(await columnsWith(executor, email)).toContain('mail.recipient');
    expect(await columnsWith(executor, token)).toEqual([]);
    await set(token);
    expect(await signInWith(email, password)).toMatchObject({ person: { email } });
  });
});

describe('limits of a reset [AUTH-13]', () => {
  test('refuses the fourth link within an hour for any address, registered or not [AUTH-13]', async () => {
    const { email } = await newcomers.portal.person();
    for (const each of [email, newcomers.newEmail()]) {
      const refused = await Promise.all(Array.from({ length: 5 }, () => refusalOf(ask(each))));
      expect(refused.filter((refusal) => refusal === null)).toHaveLength(3);
      expect(refused.find((refusal) => refusal !== null)).toMatchObject({
        code: 'too_many_requests',
        message: resetTexts.tooManyForEmail,
        retryAfterSec: 3600,
      });
    }
  });

  test('requests by strangers do not block the owner in a browser that signed in before [AUTH-13]', async () => {
    const { email } = await newcomers.portal.person();
    const own = newcomers.browser();
    await signInWith(email, SIGN_UP_PASSWORD, own);
    for (let count = 0; count < 4; count += 1) await refusalOf(ask(email));
    expect(await refusalOf(ask(email))).toMatchObject({ code: 'too_many_requests' });
    expect(await ask(email, own)).toEqual(done);
  });

  test('limits the reset requests and link attempts of one address [AUTH-13]', async () => {
    const browser = newcomers.browser('192.0.2.9');
    const asked = [];
    for (let count = 0; count < 21; count += 1) asked.push(await refusalOf(ask(newcomers.newEmail(), browser)));
    expect(asked.filter((refusal) => refusal === null)).toHaveLength(20);
    const tried = await Promise.all(Array.from({ length: 61 }, () => refusalOf(set('guess', password, browser))));
    expect(tried.filter((refusal) => refusal?.code === 'too_many_requests')).toHaveLength(1);
    expect(tried.find((refusal) => refusal?.code === 'too_many_requests')).toMatchObject({
      message: resetTexts.tooManyTried,
    });
  });
});

test('a user with a new password signs in at once despite a used-up attempt limit [AUTH-12] [AUTH-13]', async () => {
  const { email } = await newcomers.portal.person();
  for (let tries = 0; tries < 11; tries += 1) await refusalOf(signInWith(email, 'wrong'));
  const browser = newcomers.browser();
  const token = await linkFor(email);
  await set(token, password, browser);
  expect(await refusalOf(signInWith(email, password))).toMatchObject({ code: 'too_many_requests' });
  expect(await signInWith(email, password, browser)).toMatchObject({ person: { email } });
});
