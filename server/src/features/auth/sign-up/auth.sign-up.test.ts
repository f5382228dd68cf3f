import { signIn } from '@trace/contract/auth/auth.api';
import { PASSWORD_MAX_LENGTH } from '@trace/contract/auth/auth.rules';
import { confirmSignUp, signUp } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNewcomers, refusalOf } from '#testing/newcomers';
import type { SignUpAndReset } from '#testing/newcomers';
import { rawCall, refusalIn } from '#testing/raw-call';
import type { RawAnswer } from '#testing/raw-call';
import { codeIn, signUpByMail, signUpForm, SIGN_UP_PASSWORD } from '#testing/sign-up';
import { UNSTORABLE } from '#platform/http/requests/storable-text';

let newcomers: SignUpAndReset;
let addresses = 0;

beforeAll(async () => {
  newcomers = await openNewcomers();
});
afterAll(() => newcomers.stop());

/** Sends a sign-up with an arbitrary body, as a stranger could. */
const raw = (body: unknown, address = `198.51.100.${++addresses}`): Promise<RawAnswer> =>
  rawCall(newcomers.portal, {
    method: 'POST',
    path: '/api/auth/sign-up',
    body,
    headers: { 'x-forwarded-for': address },
  });

/** Sets only the wall clock. A whole server has too many timers to run an hour of timers. */
const later = (ms: number): void => newcomers.portal.clock.set(new Date(newcomers.portal.clock.now().getTime() + ms));

test('a user signs up, reads the code in the email, confirms and signs in [AUTH-05] [AUTH-09] [AUTH-10]', async () => {
  const email = newcomers.newEmail();
  const browser = newcomers.browser();
  expect(await browser.call(signUp, { body: signUpForm(` ${email.toUpperCase()} `) })).toEqual({
    codeSentTo: email,
    company: null,
  });
  expect(await newcomers.people(email)).toEqual([]);

  const confirmed = await browser.call(confirmSignUp, { body: { code: await newcomers.codeFor(email) } });
  expect(confirmed).toEqual({ email, company: null });
  const at = newcomers.portal.clock.now();
  expect(await newcomers.people(email)).toMatchObject([
    { role: 'user', phone: '+61491570156', businessName: null, emailVerified: true, termsAcceptedAt: at },
  ]);
  expect(await browser.call(signIn, { body: { email, password: SIGN_UP_PASSWORD } })).toMatchObject({
    person: { email, firstName: 'Ada', lastName: 'Byron', userType: 'user', timeZone: 'Australia/Sydney' },
  });
});

test('treats an unknown time zone as UTC, because the user did not type the zone [AUTH-05]', async () => {
  const email = newcomers.newEmail();
  await signUpByMail(newcomers.portal, email, { timeZone: 'Mars/Olympus' });
  expect(await newcomers.people(email)).toMatchObject([{ timeZone: 'UTC' }]);
});

describe('refuses invalid fields with the reason at the field', () => {
  const { termsRequired, emailInvalid, phoneInvalid, firstNameMissing, lastNameMissing, nameInvalid, nameTooLong } =
    signUpTexts;
  test.each<[string, object, string, string]>([
    ['AUTH-07 AUTH-16 no terms', { acceptsTerms: false }, 'acceptsTerms', termsRequired],
    ['AUTH-07 AUTH-16 terms left out', { acceptsTerms: undefined }, 'acceptsTerms', termsRequired],
    ['AUTH-09 no first name', { firstName: undefined }, 'firstName', firstNameMissing],
    ['AUTH-09 a blank last name', { lastName: ' \t ' }, 'lastName', lastNameMissing],
    ['AUTH-09 a name too long', { firstName: 'x'.repeat(81) }, 'firstName', nameTooLong],
    ['AUTH-09 a name of two lines', { firstName: 'Ada\r\nBcc: eve@example.com' }, 'firstName', nameInvalid],
    ['AUTH-09 a name that turns the text around', { lastName: 'Byron\u202e' }, 'lastName', nameInvalid],
    ['AUTH-09 half an emoji', { lastName: 'Byron\ud83d' }, 'lastName', UNSTORABLE],
    ['AUTH-09 no e-mail', { email: undefined }, 'email', emailInvalid],
    ['AUTH-09 an e-mail without a domain', { email: 'ada@' }, 'email', emailInvalid],
    ['AUTH-09 two e-mails', { email: 'ada@example.com,eve@example.com' }, 'email', emailInvalid],
    ['AUTH-09 an e-mail too long', { email: `${'a'.repeat(250)}@example.com` }, 'email', emailInvalid],
    ['AUTH-09 a script for an e-mail', { email: 'javascript:alert(1)' }, 'email', emailInvalid],
    [
      'AUTH-06 a number of another country',
      { phone: { country: 'US', number: '0491 570 156' } },
      'phone.number',
      phoneInvalid,
    ],
    [
      'AUTH-06 a number of no country',
      { phone: { country: 'ZZ', number: '0491 570 156' } },
      'phone.number',
      phoneInvalid,
    ],
    ['AUTH-06 a number that is none', { phone: { country: 'AU', number: '🚢🚢🚢' } }, 'phone.number', phoneInvalid],
    ['AUTH-06 no number', { phone: { country: 'AU', number: '  ' } }, 'phone.number', signUpTexts.phoneMissing],
    [
      'AUTH-08 a weak password',
      { password: 'harbour-' },
      'password',
      'The password still needs: an uppercase letter, a number.',
    ],
    [
      'AUTH-08 a blank password',
      { password: '        ' },
      'password',
      'The password still needs: a lowercase letter, an uppercase letter, a number, a special character.',
    ],
    ['AUTH-08 a common password', { password: 'P@ssw0rd' }, 'password', signUpTexts.passwordCommon],
    [
      'AUTH-08 a common password with a sign at its end',
      { password: 'Password1!' },
      'password',
      signUpTexts.passwordCommon,
    ],
    ...['Password!1', 'Qwerty!123', 'Summer2026!', 'Welcome-1', 'Admin@123', 'P4$$word-12'].map(
      (password): [string, object, string, string] => [
        `a common password with digits and signs, ${password} [AUTH-20]`,
        { password },
        'password',
        signUpTexts.passwordCommon,
      ],
    ),
    ...['Trace2026!', 'My-Ada-2026', 'By-ron-1815!', 'Quayside7-alarms!'].map(
      (password): [string, object, string, string] => [
        `a password with the product's name, the person's name or business, ${password} [AUTH-20]`,
        { password, businessName: 'Quayside' },
        'password',
        signUpTexts.passwordOwnWord,
      ],
    ),
    ['AUTH-08 a password too long', { password: `A7-${'x'.repeat(254)}` }, 'password', signUpTexts.passwordTooLong],
  ])('%s', async (_, change, field, message) => {
    const email = newcomers.newEmail();
    const answer = await raw({ ...signUpForm(email), ...change });
    expect(answer.status).toBe(400);
    expect(refusalIn(answer)).toMatchObject({ code: 'invalid_input', field: `body.${field}`, message });
    expect(await newcomers.mailsTo(email)).toEqual([]);
  });

  test.each(['role', 'company', 'companyId', 'certificationId', 'premium', 'isPremium', 'emailVerified'])(
    'refuses %s in a sign-up [AUTH-14] [T01]',
    async (key) => {
      const answer = await raw({ ...signUpForm(newcomers.newEmail()), [key]: 'staff' });
      expect(answer.status).toBe(400);
      expect(refusalIn(answer)).toMatchObject({ code: 'invalid_input', field: `body.${key}` });
    },
  );
});

test('treats a missing or unknown user type as a user [AUTH-14] [T02]', async () => {
  for (const userType of [undefined, 'staff', 'admin', '', 7, null]) {
    const email = newcomers.newEmail();
    const answer = await raw({ ...signUpForm(email), userType });
    expect(answer.status).toBe(200);
    const { rows } = await sql`select role from sign_up where email = ${email}`.execute(
      newcomers.portal.test.database.sql,
    );
    expect(rows).toEqual([{ role: 'user' }]);
  }
});

test('accepts a long pasted password and letters of any script in any Unicode form [AUTH-08]', async () => {
  const { portal } = newcomers;
  for (const password of [
    `A7-${'x'.repeat(PASSWORD_MAX_LENGTH - 3)}`,
    'Grüße vom Hafen 7',
    'Пароль-на-море-7',
    'Aa7🚢🚢🚢🚢🚢',
  ]) {
    const email = newcomers.newEmail();
    await signUpByMail(portal, email, { password });
    const typed = password.normalize('NFD');
    expect(await newcomers.browser().call(signIn, { body: { email, password: typed } })).toMatchObject({
      person: { email },
    });
  }
});

describe('never reveals which addresses are registered [T45]', () => {
  const withoutWhatDiffers = (answer: RawAnswer, email: string): string =>
    answer.text.replaceAll(email, 'EMAIL').replace(/"requestId":"[^"]+"/, '');
  const headersOf = (answer: RawAnswer): string[] => [...answer.headers.keys()].toSorted();

  test('a registered address gets the same answer, and the owner an email without a code [T45] [AUTH-09]', async () => {
    const known = newcomers.newEmail();
    const { id } = await signUpByMail(newcomers.portal, known);
    const unknown = newcomers.newEmail();
    const answers = [await raw(signUpForm(known)), await raw(signUpForm(unknown))] as const;
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(withoutWhatDiffers(answers[0], known)).toBe(withoutWhatDiffers(answers[1], unknown));
    expect(headersOf(answers[0])).toEqual(headersOf(answers[1]));

    const mails = await newcomers.mailsTo(known);
    const mail = mails.find(({ subject }) => subject === 'You already have a Trace account')!;
    expect(mail.text).toContain('Someone tried to sign up');
    expect(codeIn(mail.text)).toBeNull();
    expect(codeIn((await newcomers.mailsTo(unknown)).at(-1)!.text)).toMatch(/^\d{4} \d{4}$/);
    expect((await newcomers.people(known)).map((person) => person.id)).toEqual([id]);
  });

  test('the later steps of a sign-up also answer alike: codes, new codes and other addresses [T45]', async () => {
    const known = newcomers.newEmail();
    await signUpByMail(newcomers.portal, known);
    const spare = newcomers.newEmail();
    await signUpByMail(newcomers.portal, spare);
    const walk = async (email: string, next: string): Promise<string> => {
      const begun = await raw(signUpForm(email));
      const cookie = begun.headers
        .getSetCookie()
        .map((header) => header.split(';')[0])
        .join('; ');
      const go = (path: string, body?: unknown) =>
        rawCall(newcomers.portal, { method: 'POST', path: `/api/auth/sign-up/${path}`, body, headers: { cookie } });
      const answers = [
        await go('confirm', { code: '00000000' }),
        await go('code'),
        await go('email', { email: next }),
        await go('confirm', { code: '00000000' }),
      ];
      const seen = answers.map((answer) => [
        answer.status,
        withoutWhatDiffers(answer, email).replaceAll(next, 'NEXT'),
        headersOf(answer),
      ]);
      return JSON.stringify(seen);
    };
    expect(await walk(known, spare)).toBe(await walk(newcomers.newEmail(), newcomers.newEmail()));
  });
});

describe('limits [AUTH-13]', () => {
  test('six concurrent sign-ups of one email send three emails, whether registered or not [AUTH-13] [AUTH-21]', async () => {
    const known = newcomers.newEmail();
    await signUpByMail(newcomers.portal, known);
    await sql`delete from sign_in_attempt`.execute(newcomers.portal.test.database.sql);
    for (const email of [known, newcomers.newEmail()]) {
      const before = (await newcomers.mailsTo(email)).length;
      const answers = await Promise.all(Array.from({ length: 6 }, () => raw(signUpForm(email))));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      expect((await newcomers.mailsTo(email)).length - before).toBe(3);
    }
    later(60 * 60_000);
    expect((await raw(signUpForm(known))).status).toBe(200);
  });

  test('refuses the 31st unconfirmed sign-up of one address in an hour and returns the wait time [AUTH-13]', async () => {
    const answers = [];
    for (let count = 0; count < 31; count += 1) answers.push(await raw(signUpForm('nobody@example.com'), '192.0.2.1'));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(30).fill(200), 429]);
    expect(answers.at(-1)!.headers.get('retry-after')).toBe('3600');
    expect((await raw(signUpForm(newcomers.newEmail()), '192.0.2.2')).status).toBe(200);
  });

  test('refuses installers from the 11th on, because each triggers a certification check [AUTH-13] [T40]', async () => {
    const form = signUpForm('nobody@example.com', { userType: 'installer', businessName: 'Guess Ltd' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => raw({ ...form, certificationNumber: `CERT-${index}` }, '192.0.2.3')),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(10).fill(400),
      429,
      429,
    ]);
  });
});

test('the database contains neither code nor password in readable form [AUTH-10]', async () => {
  const email = newcomers.newEmail();
  await newcomers.begun(email);
  const code = await newcomers.codeFor(email);
  const { rows } = await sql<{
    row: string;
  }>`select row_to_json(s)::text as row from sign_up s where email = ${email}`.execute(
    newcomers.portal.test.database.sql,
  );
  expect(rows[0]!.row).not.toContain(code.replace(' ', ''));
  expect(rows[0]!.row).not.toContain(SIGN_UP_PASSWORD);
  expect(await refusalOf(newcomers.browser().call(signIn, { body: { email, password: 'wrong' } }))).toMatchObject({
    code: 'wrong_credentials',
  });
});
