import { getSession, signIn } from '@trace/contract/auth/auth.api';
import {
  confirmSignUp,
  correctSignUpEmail,
  resendSignUpCode,
  signUp,
} from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { signUpCode } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import type { ApiClient } from '@trace/contract/kernel/client';
import { DAY_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNewcomers, refusalOf } from '#testing/newcomers';
import type { SignUpAndReset } from '#testing/newcomers';
import { rawCall } from '#testing/raw-call';
import { signUpByMail, signUpForm, SIGN_UP_PASSWORD } from '#testing/sign-up';

let newcomers: SignUpAndReset;

beforeAll(async () => {
  newcomers = await openNewcomers();
});
afterAll(() => newcomers.stop());

const confirm = (browser: ApiClient, code: string) => browser.call(confirmSignUp, { body: { code } });
const signInWith = (browser: ApiClient, email: string, password = SIGN_UP_PASSWORD) =>
  browser.call(signIn, { body: { email, password } });

/** Sets only the wall clock. A whole server has too many timers to run an hour of timers. */
const later = (ms: number): void => newcomers.portal.clock.set(new Date(newcomers.portal.clock.now().getTime() + ms));

/** Returns a different code. */
const wrongFor = (code: string): string => code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));

describe('sign-up code [AUTH-10]', () => {
  test('refuses a wrong code at its field, and accepts the right code with or without the gap [AUTH-10]', async () => {
    const email = newcomers.newEmail();
    const browser = await newcomers.begun(email);
    const code = await newcomers.codeFor(email);
    for (const wrong of [wrongFor(code), '1', 'javascript:alert(1)', '🚢'])
      expect(await refusalOf(confirm(browser, wrong))).toMatchObject({
        code: 'invalid_input',
        field: 'body.code',
        message: signUpTexts.codeWrong,
      });
    expect(await refusalOf(confirm(browser, '  '))).toMatchObject({ message: signUpTexts.codeMissing });
    expect(await confirm(browser, ` ${code.replace(' ', '-')} `)).toEqual({ email, company: null });
    expect(await refusalOf(confirm(browser, code))).toMatchObject({ code: 'gone', message: signUpTexts.signUpOver });
  });

  test('the same code entered twice at once creates one account [AUTH-10]', async () => {
    const email = newcomers.newEmail();
    const browser = await newcomers.begun(email);
    const code = await newcomers.codeFor(email);
    const refused = await Promise.all([refusalOf(confirm(browser, code)), refusalOf(confirm(browser, code))]);
    expect(refused.filter((refusal) => refusal === null)).toHaveLength(1);
    expect(refused.find((refusal) => refusal !== null)?.code).toMatch(/^(gone|conflict)$/);
    expect(await newcomers.people(email)).toHaveLength(1);
  });

  test('two hundred concurrent wrong codes get five tries, and then the right code is refused too [AUTH-10] [AUTH-13]', async () => {
    const email = newcomers.newEmail();
    const browser = await newcomers.begun(email);
    const code = await newcomers.codeFor(email);
    const wrong = wrongFor(code);
    const refused = await Promise.all(Array.from({ length: 200 }, () => refusalOf(confirm(browser, wrong))));
    const count = (wanted: string): number => refused.filter((refusal) => refusal?.code === wanted).length;
    expect(count('invalid_input')).toBe(signUpCode.tries);
    expect(count('gone') + count('too_many_requests')).toBe(195);
    expect(refused.find((refusal) => refusal?.code === 'too_many_requests')).toMatchObject({
      message: signUpTexts.tooManyCodes,
      retryAfterSec: 3600,
    });
    expect(await newcomers.people(email)).toEqual([]);
    await sql`delete from sign_in_attempt where key like 'code %'`.execute(newcomers.portal.test.database.sql);
    expect(await refusalOf(confirm(browser, code))).toMatchObject({ code: 'gone', message: signUpTexts.codeOver });

    expect(await browser.call(resendSignUpCode, {})).toEqual({ codeSentTo: email });
    expect(await confirm(browser, await newcomers.codeFor(email))).toEqual({ email, company: null });
  });

  test('a code expires after half an hour, and a new code replaces the old code [AUTH-10]', async () => {
    const email = newcomers.newEmail();
    const browser = await newcomers.begun(email);
    const first = await newcomers.codeFor(email);
    later(30 * MINUTE_MS);
    expect(await refusalOf(confirm(browser, first))).toMatchObject({ code: 'gone', message: signUpTexts.codeOver });
    await browser.call(resendSignUpCode, {});
    const second = await newcomers.codeFor(email);
    expect(await refusalOf(confirm(browser, first))).toMatchObject({ message: signUpTexts.codeWrong });
    expect(await confirm(browser, second)).toEqual({ email, company: null });
  });

  test('sends a code at most three times in half an hour, and then returns the wait time [AUTH-13]', async () => {
    const email = newcomers.newEmail();
    const browser = await newcomers.begun(email);
    const refused = await Promise.all(Array.from({ length: 8 }, () => refusalOf(browser.call(resendSignUpCode, {}))));
    expect(refused.filter((refusal) => refusal === null)).toHaveLength(2);
    expect(refused.find((refusal) => refusal !== null)).toMatchObject({
      code: 'too_many_requests',
      message: signUpTexts.tooManyMails,
      retryAfterSec: 1800,
    });
    expect(await newcomers.mailsTo(email)).toHaveLength(3);
  });

  test('a code works only in the browser that signed up, so a stranger’s sign-up gains no access [AUTH-10]', async () => {
    const email = newcomers.newEmail();
    const stranger = await newcomers.begun(email, { password: 'Stranger-2026-knows' });
    const strangersCode = await newcomers.codeFor(email);
    const own = await newcomers.begun(email);
    const ownCode = await newcomers.codeFor(email);
    expect(await refusalOf(confirm(own, strangersCode))).toMatchObject({ message: signUpTexts.codeWrong });
    expect(await refusalOf(confirm(stranger, ownCode))).toMatchObject({ message: signUpTexts.codeWrong });
    expect(await refusalOf(confirm(newcomers.browser(), ownCode))).toMatchObject({ message: signUpTexts.signUpOver });
    await confirm(own, ownCode);
    expect(await refusalOf(confirm(stranger, strangersCode))).toMatchObject({ code: 'gone' });
    expect(await refusalOf(signInWith(newcomers.browser(), email, 'Stranger-2026-knows'))).toMatchObject({
      code: 'wrong_credentials',
    });
  });

  test('of two concurrent sign-ups of one address, the first code entered creates the account [AUTH-10]', async () => {
    const email = newcomers.newEmail();
    const passwords = ['Harbour-2026-first', 'Harbour-2026-second'];
    const browsers = await Promise.all(passwords.map((password) => newcomers.begun(email, { password })));
    const codes = (await newcomers.mailsTo(email)).map(({ text }) => /\d{4} \d{4}/.exec(text)![0]);
    // The test cannot tell which email belongs to which browser, so every pair is tried.
    const tries = browsers.flatMap((browser) => codes.map((code) => refusalOf(confirm(browser, code))));
    const refused = await Promise.all(tries);
    expect(refused.filter((refusal) => refusal === null)).toHaveLength(1);
    expect(await newcomers.people(email)).toHaveLength(1);
    const right = await Promise.all(
      passwords.map((password) => refusalOf(signInWith(newcomers.browser(), email, password))),
    );
    expect(right.filter((refusal) => refusal === null)).toHaveLength(1);
  });
});

describe('mistyped address [AUTH-10]', () => {
  test('correcting the address invalidates the old code, and the new code creates the account [AUTH-10]', async () => {
    const [mistyped, email] = [newcomers.newEmail(), newcomers.newEmail()];
    const browser = await newcomers.begun(mistyped);
    const oldCode = await newcomers.codeFor(mistyped);
    expect(await browser.call(correctSignUpEmail, { body: { email: ` ${email.toUpperCase()} ` } })).toEqual({
      codeSentTo: email,
    });
    expect(await refusalOf(confirm(browser, oldCode))).toMatchObject({ message: signUpTexts.codeWrong });
    expect(await confirm(browser, await newcomers.codeFor(email))).toEqual({ email, company: null });
    expect(await newcomers.people(mistyped)).toEqual([]);
    await signInWith(browser, email);
  });

  test('correcting to an address with an account mails the owner, and no code works [AUTH-10] [T45]', async () => {
    const taken = newcomers.newEmail();
    await signUpByMail(newcomers.portal, taken);
    const email = newcomers.newEmail();
    const browser = await newcomers.begun(email);
    const code = await newcomers.codeFor(email);
    expect(await browser.call(correctSignUpEmail, { body: { email: taken } })).toEqual({ codeSentTo: taken });
    expect((await newcomers.mailsTo(taken)).at(-1)?.text).toContain('Someone tried to sign up');
    expect(await refusalOf(confirm(browser, code))).toMatchObject({ message: signUpTexts.codeWrong });
  });

  test('refuses to correct, resend or confirm without a sign-up [AUTH-10]', async () => {
    const browser = newcomers.browser();
    const over = { code: 'gone', message: signUpTexts.signUpOver };
    expect(await refusalOf(browser.call(correctSignUpEmail, { body: { email: newcomers.newEmail() } }))).toMatchObject(
      over,
    );
    expect(await refusalOf(browser.call(resendSignUpCode, {}))).toMatchObject(over);
    expect(await refusalOf(confirm(browser, '12345678'))).toMatchObject(over);
  });

  test('refuses a forged sign-up mark, even with the right code [AUTH-10]', async () => {
    const email = newcomers.newEmail();
    const post = (path: string, body: unknown, cookie = '') =>
      rawCall(newcomers.portal, { method: 'POST', path: `/api/auth/sign-up${path}`, body, headers: { cookie } });
    const begun = await post('', signUpForm(email));
    const mark = decodeURIComponent(begun.headers.getSetCookie()[0]!.split(';')[0]!.split('=')[1]!);
    const [id, endsAt] = mark.split('.');
    const code = await newcomers.codeFor(email);
    for (const forged of [
      `${id}`,
      `${id}.${endsAt}`,
      `${id}.${endsAt}.`,
      `${id}.${Number(endsAt) + 1}.AAAA`,
      '..',
      '',
    ]) {
      const cookie = `trace_sign_up=${encodeURIComponent(forged)}`;
      expect((await post('/confirm', { code }, cookie)).status).toBe(410);
    }
    expect((await post('/confirm', { code }, `trace_sign_up=${encodeURIComponent(mark)}`)).status).toBe(200);
  });
});

describe('unconfirmed sign-up', () => {
  test('signing in leads back to the code in any browser, but only with the right password [AUTH-10]', async () => {
    const email = newcomers.newEmail();
    await newcomers.begun(email);
    const browser = newcomers.browser();
    expect(await refusalOf(signInWith(browser, email, 'wrong'))).toMatchObject({
      code: 'wrong_credentials',
      message: authTexts.wrongCredentials,
    });
    expect(await refusalOf(signInWith(browser, email))).toMatchObject({
      code: 'unconfirmed',
      message: signUpTexts.unconfirmed,
    });
    expect(await browser.call(getSession, {})).toEqual({ person: null });
    expect(await confirm(browser, await newcomers.codeFor(email))).toEqual({ email, company: null });
    expect(await signInWith(browser, email)).toMatchObject({ person: { email } });
  });

  test('a pending sign-up looks like an unknown address to others [T45] [AUTH-10]', async () => {
    const email = newcomers.newEmail();
    await newcomers.begun(email);
    const answers = await Promise.all(
      [email, newcomers.newEmail()].map((each) =>
        rawCall(newcomers.portal, {
          method: 'POST',
          path: '/api/auth/sign-in',
          body: { email: each, password: 'wrong' },
        }),
      ),
    );
    const [waiting, unknown] = answers.map(({ status, text, headers }) => [
      status,
      text.replace(/"requestId":"[^"]+"/, ''),
      [...headers.keys()].toSorted(),
    ]);
    expect(waiting).toEqual(unknown);
  });

  test('strangers cannot use up the tries of the browser that confirmed [AUTH-13]', async () => {
    const email = newcomers.newEmail();
    const own = await newcomers.begun(email);
    await confirm(own, await newcomers.codeFor(email));
    for (let tries = 0; tries < 11; tries += 1) await refusalOf(signInWith(newcomers.browser(), email, 'wrong'));
    expect(await refusalOf(signInWith(newcomers.browser(), email))).toMatchObject({ code: 'too_many_requests' });
    expect(await signInWith(own, email)).toMatchObject({ person: { email } });
  });

  test('an unconfirmed sign-up is deleted after a week [AUTH-10]', async () => {
    const email = newcomers.newEmail();
    const browser = await newcomers.begun(email);
    const rows = async () =>
      (await sql`select from sign_up where email = ${email}`.execute(newcomers.portal.test.database.sql)).rows.length;
    later(7 * DAY_MS - 2 * MINUTE_MS);
    await newcomers.portal.clock.advance(MINUTE_MS);
    expect(await rows()).toBe(1);
    await newcomers.portal.clock.advance(MINUTE_MS);
    expect(await rows()).toBe(0);
    expect(await refusalOf(browser.call(resendSignUpCode, {}))).toMatchObject({ message: signUpTexts.signUpOver });
    expect(await browser.call(signUp, { body: signUpForm(email) })).toMatchObject({ codeSentTo: email });
  });
});
