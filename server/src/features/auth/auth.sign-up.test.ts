import { confirmSignUp, correctSignUpEmail, resendSignUpCode, signUp } from '@trace/contract/auth/auth.sign-up.api';
import { signUpTexts } from '@trace/contract/auth/auth.sign-up.texts';
import { getSession, signIn } from '@trace/contract/auth/auth.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startMailServer } from '#testing/mail-server';
import type { MailServer } from '#testing/mail-server';
import { startPortal } from '#testing/portal';
import type { Portal } from '#testing/portal';
import { browserOf, codeIn, signUpByMail, signUpForm, SIGN_UP_PASSWORD } from '#testing/sign-up';

let portal: Portal;
let inbox: MailServer;
let addresses = 0;

beforeAll(async () => {
  inbox = await startMailServer();
  portal = await startPortal({ SMTP_URL: inbox.url, TRUST_PROXY: 'on' });
});
afterAll(async () => {
  await portal.stop();
  await inbox.stop();
});
beforeEach(() => sql`delete from sign_in_attempt`.execute(portal.test.database.sql));

const newEmail = (): string => `newcomer-${++addresses}@example.com`;

/** The newest mail to an address, once all are delivered. */
async function mailTo(email: string) {
  await portal.app.jobs.runDue();
  return inbox.to(email).at(-1) ?? null;
}

async function codeFor(email: string): Promise<string> {
  const code = codeIn((await mailTo(email))?.text ?? '');
  if (code === null) throw new Error(`no code reached ${email}`);
  return code;
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { refusal: unknown }) => error.refusal,
  );

test('AUTH-05 AUTH-09 AUTH-10 somebody signs up, reads the code in the mail, confirms and signs in', async () => {
  const email = newEmail();
  const browser = browserOf(portal);
  const begun = await browser.call(signUp, { body: signUpForm(` ${email.toUpperCase()} `) });
  expect(begun).toEqual({ codeSentTo: email, company: null });
  expect(await portal.app.auth.findAccountByEmail(email)).toBeNull();

  const confirmed = await browser.call(confirmSignUp, { body: { code: await codeFor(email) } });
  expect(confirmed).toEqual({ email, company: null });
  const { person } = (await browser.call(signIn, { body: { email, password: SIGN_UP_PASSWORD } })) as {
    person: object;
  };
  expect(person).toMatchObject({ email, firstName: 'Ada', userType: 'user', timeZone: 'Australia/Sydney' });
});
