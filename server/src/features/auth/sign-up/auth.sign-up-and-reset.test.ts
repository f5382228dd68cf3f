import { signIn } from '@trace/contract/auth/auth.api';
import { confirmSignUp, correctSignUpEmail, signUp } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import type { SignUp } from '@trace/contract/auth/sign-up/auth.sign-up.schema';
import { getOwnCertification } from '@trace/contract/certification/certification.api';
import type { ApiClient } from '@trace/contract/kernel/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCompany, makeLink } from '#testing/worlds/company-world';
import { openNewcomers, refusalOf } from '#testing/newcomers';
import type { SignUpAndReset } from '#testing/newcomers';
import { signUpForm, SIGN_UP_PASSWORD } from '#testing/sign-up';

let newcomers: SignUpAndReset;
let numbers = 0;

beforeAll(async () => {
  newcomers = await openNewcomers();
});
afterAll(() => newcomers.stop());

const trade = { userType: 'installer', businessName: 'Byron Alarms' } as const;

/** Creates a certification for this email and name, and returns the number. */
async function certify(email: string, fullName = 'Somebody Else'): Promise<string> {
  const number = `CERT-${String(++numbers).padStart(3, '0')}-2026`;
  await newcomers.portal.app.certification.add({ number, email, fullName, expiresAt: '' });
  return number;
}

const begin = (browser: ApiClient, email: string, given: Partial<SignUp>) =>
  browser.call(signUp, { body: signUpForm(email, given) });

const confirm = async (browser: ApiClient, email: string) =>
  browser.call(confirmSignUp, { body: { code: await newcomers.codeFor(email) } });

const required = {
  code: 'invalid_input',
  field: 'body.certificationNumber',
  message: signUpTexts.certificationRequired,
};

describe('installer [CERT-06]', () => {
  test('refuses an installer without a certification that the server finds itself [CERT-06] [AUTH-16]', async () => {
    const somebodys = await certify('somebody@work.example');
    const guesses = [undefined, null, '', 'CERT-999-2026', 'verified', somebodys];
    for (const certificationNumber of guesses) {
      const email = newcomers.newEmail();
      const refused = await refusalOf(begin(newcomers.browser(), email, { ...trade, certificationNumber }));
      expect(refused).toMatchObject(required);
      expect(await newcomers.mailsTo(email)).toEqual([]);
    }
  });

  test('an installer needs a business name, and a user’s business name is ignored [AUTH-05]', async () => {
    const email = newcomers.newEmail();
    await certify(email);
    for (const businessName of [undefined, null, '', '  '])
      expect(await refusalOf(begin(newcomers.browser(), email, { userType: 'installer', businessName }))).toMatchObject(
        { field: 'body.businessName', message: signUpTexts.businessNameMissing },
      );
    const browser = newcomers.browser();
    await begin(browser, email, { userType: 'user', businessName: 'Byron Alarms', certificationNumber: 'x' });
    await confirm(browser, email);
    expect(await newcomers.people(email)).toMatchObject([{ role: 'user', businessName: null }]);
  });

  const awaiting = { state: 'awaiting_confirmation' };
  test.each([
    ['e-mail', (email: string) => certify(email.toUpperCase()), false, { state: 'valid' }],
    ['number and e-mail', (email: string) => certify(email), true, { state: 'valid' }],
    ['name', () => certify('old@work.example', 'Mary Jane'), false, awaiting],
    ['number and name', () => certify('older@work.example', 'Mary Jane'), true, awaiting],
  ])(
    'becomes an installer when the certification is found by %s [CERT-06 CERT-10 AUTH-05]',
    async (_, make, isTyped, own) => {
      const email = newcomers.newEmail();
      const number = await make(email);
      const browser = newcomers.browser();
      const name = { firstName: ' Mary', lastName: 'JANE ' };
      await begin(browser, email, { ...trade, ...name, certificationNumber: isTyped ? number : null });
      await confirm(browser, email);
      expect(await newcomers.people(email)).toMatchObject([{ role: 'installer', businessName: 'Byron Alarms' }]);
      await browser.call(signIn, { body: { email, password: SIGN_UP_PASSWORD } });
      expect(await browser.call(getOwnCertification, {})).toMatchObject({ certification: own });
      const again = { ...trade, ...name, certificationNumber: number };
      expect(await refusalOf(begin(newcomers.browser(), newcomers.newEmail(), again))).toMatchObject(required);
    },
  );

  test('a certification makes one installer, even when two users confirm at once [CERT-06] [T40]', async () => {
    const number = await certify('holder@work.example', 'Ada Byron');
    const emails = [newcomers.newEmail(), newcomers.newEmail()];
    const browsers = [newcomers.browser(), newcomers.browser()];
    await Promise.all(
      emails.map((email, index) => begin(browsers[index]!, email, { ...trade, certificationNumber: number })),
    );
    const codes = [await newcomers.codeFor(emails[0]!), await newcomers.codeFor(emails[1]!)];
    const refused = await Promise.all(
      browsers.map((browser, index) => refusalOf(browser.call(confirmSignUp, { body: { code: codes[index]! } }))),
    );
    expect(refused.filter((refusal) => refusal === null)).toHaveLength(1);
    expect(refused.find((refusal) => refusal !== null)).toMatchObject({
      code: 'conflict',
      message: signUpTexts.certificationRequired,
    });
    const people = [await newcomers.people(emails[0]!), await newcomers.people(emails[1]!)].flat();
    expect(people).toHaveLength(1);
  });

  test('a user whose certification is revoked before the confirmation does not become an installer [CERT-06]', async () => {
    const email = newcomers.newEmail();
    const number = await certify(email);
    const browser = newcomers.browser();
    await begin(browser, email, trade);
    await newcomers.portal.app.certification.revoke(number);
    expect(await refusalOf(confirm(browser, email))).toMatchObject({ message: signUpTexts.certificationRequired });
    expect(await newcomers.people(email)).toEqual([]);
  });

  test('correcting the address checks the certification again [CERT-06] [AUTH-10]', async () => {
    const [email, other, own] = [newcomers.newEmail(), newcomers.newEmail(), newcomers.newEmail()];
    await certify(email);
    await certify(own);
    const browser = newcomers.browser();
    await begin(browser, email, { ...trade, firstName: 'Grace', lastName: 'Hopper' });
    expect(await refusalOf(browser.call(correctSignUpEmail, { body: { email: other } }))).toMatchObject({
      message: signUpTexts.certificationRequired,
    });
    expect(await browser.call(correctSignUpEmail, { body: { email: own } })).toEqual({ codeSentTo: own });
    await confirm(browser, own);
    expect(await newcomers.people(own)).toMatchObject([{ role: 'installer' }]);
  });
});

describe('invitation [AUTH-11]', () => {
  const company = async () => {
    const owner = await newcomers.portal.person({ role: 'installer' });
    const { id, name } = await makeCompany(newcomers.portal, owner);
    return { owner, id, name, token: await makeLink(owner, id) };
  };

  test.each([
    ['user', 'customer'],
    ['installer', 'member'],
  ] as const)('an invitation makes a confirmed %s the company’s %s [AUTH-11] [AUTH-09]', async (userType, relation) => {
    const { name, token } = await company();
    const email = newcomers.newEmail();
    await certify(email);
    const browser = newcomers.browser();
    expect(await begin(browser, email, { ...trade, userType, companyInvite: token })).toEqual({
      codeSentTo: email,
      company: name,
    });
    expect(await confirm(browser, email)).toEqual({ email, company: 'joined' });
    const [person] = await newcomers.people(email);
    const { rows } = await sql<{ relation: string }>`
      select 'customer' as relation from company_customer where person_id = ${person?.id}
      union all select 'member' from company_membership where person_id = ${person?.id} and status = 'accepted'`.execute(
      newcomers.portal.test.database.sql,
    );
    expect(rows).toEqual([{ relation }]);
  });

  test('an unknown invitation leads to a normal sign-up [AUTH-11] [AUTH-02]', async () => {
    for (const companyInvite of ['unknown', '', null, 'javascript:alert(1)', '🚢']) {
      const email = newcomers.newEmail();
      const browser = newcomers.browser();
      expect(await begin(browser, email, { companyInvite })).toEqual({ codeSentTo: email, company: null });
      expect(await confirm(browser, email)).toEqual({ email, company: null });
    }
  });

  test('an invitation that ends before the confirmation leaves an account without a company, and reports the end [AUTH-11]', async () => {
    const { owner, id, token } = await company();
    const email = newcomers.newEmail();
    const browser = newcomers.browser();
    await begin(browser, email, { companyInvite: token });
    await makeLink(owner, id);
    expect(await confirm(browser, email)).toEqual({ email, company: 'ended' });
    expect(await newcomers.people(email)).toMatchObject([{ role: 'user' }]);
  });
});
