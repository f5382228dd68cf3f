// Limits per address, per email address and of mails: strangers must not use these up for others.
import { signIn } from '@trace/contract/auth/auth.api';
import { signInLimits } from '@trace/contract/auth/auth.rules';
import {
  confirmSignUp,
  correctSignUpEmail,
  resendSignUpCode,
  signUp,
} from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { signUpCode, signUpLimits } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { checkCertification } from '@trace/contract/certification/certification.api';
import { certificationCheckLimit } from '@trace/contract/certification/certification.rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openNewcomers, refusalOf, type SignUpAndReset } from '#testing/newcomers';
import { startPortal } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { codeIn, signUpForm } from '#testing/sign-up';

let newcomers: SignUpAndReset;
beforeAll(async () => {
  newcomers = await openNewcomers();
});
afterAll(() => newcomers.stop());

/** Signs up with this email address as a stranger, each time from a new address. */
async function strangersSignUp(email: string, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) await newcomers.begun(email, { firstName: 'Stranger' });
}

test('a class of ten installers behind one address signs up within an hour, mistakes included [AUTH-21]', async () => {
  const address = '203.0.113.10';
  for (let nth = 0; nth < 10; nth += 1) {
    const email = newcomers.newEmail();
    const lastName = `Class${'abcdefghij'[nth]!}`;
    const record = { number: `CLASS-${nth}`, email, fullName: `Ada ${lastName}`, expiresAt: '' };
    await newcomers.portal.app.certification.add(record);
    const browser = newcomers.browser(address);
    const form = signUpForm(email, { userType: 'installer', businessName: 'Quayside', lastName });
    const applicant = { email, firstName: 'Ada', lastName };
    for (let check = 0; check < 3; check += 1)
      expect(await browser.call(checkCertification, { body: applicant })).toEqual({ verified: true });
    expect(await refusalOf(browser.call(signUp, { body: { ...form, password: 'harbour-' } }))).not.toBeNull();
    await browser.call(signUp, { body: form });
    await browser.call(confirmSignUp, { body: { code: await newcomers.codeFor(email) } });
    expect((await newcomers.people(email))[0]).toMatchObject({ role: 'installer' });
  }
});

test('certifications that are not found are limited per address, at the check and at the sign-up [AUTH-21] [T40]', async () => {
  const browser = newcomers.browser('203.0.113.11');
  const applicant = { email: 'nobody@example.com', firstName: 'No', lastName: 'Certificate' };
  for (let count = 0; count < certificationCheckLimit.perAddress; count += 1)
    expect(await browser.call(checkCertification, { body: applicant })).toEqual({ verified: false });
  expect(await refusalOf(browser.call(checkCertification, { body: applicant }))).toMatchObject({
    code: 'too_many_requests',
  });

  const form = signUpForm(newcomers.newEmail(), {
    userType: 'installer',
    businessName: 'Quayside',
    lastName: 'Nobody',
  });
  for (let count = 0; count < signUpLimits.installersPerAddress; count += 1)
    expect(await refusalOf(browser.call(signUp, { body: form }))).toMatchObject({ code: 'invalid_input' });
  expect(await refusalOf(browser.call(signUp, { body: form }))).toMatchObject({ code: 'too_many_requests' });
});

test('confirmed sign-ups do not count against an address, unconfirmed sign-ups do [AUTH-21]', async () => {
  const address = '203.0.113.12';
  for (let count = 0; count < signUpLimits.perAddress - 1; count += 1)
    await newcomers.browser(address).call(signUp, { body: signUpForm(newcomers.newEmail()) });
  for (let count = 0; count < 3; count += 1) {
    const email = newcomers.newEmail();
    const browser = newcomers.browser(address);
    await browser.call(signUp, { body: signUpForm(email) });
    await browser.call(confirmSignUp, { body: { code: await newcomers.codeFor(email) } });
  }
  await newcomers.browser(address).call(signUp, { body: signUpForm(newcomers.newEmail()) });
  expect(
    await refusalOf(newcomers.browser(address).call(signUp, { body: signUpForm(newcomers.newEmail()) })),
  ).toMatchObject({ code: 'too_many_requests', message: signUpTexts.tooManySignUps });
});

test('a stranger cannot keep a newcomer from signing up: a code in the mailbox works [AUTH-21]', async () => {
  const email = newcomers.newEmail();
  await strangersSignUp(email, signUpLimits.mailsPerEmail + 2);
  // Almost as long as a code lives.
  await newcomers.portal.clock.advance(signUpCode.livesMs - 60_000);

  const owner = await newcomers.begun(email);
  const mails = await newcomers.mailsTo(email);
  expect(mails).toHaveLength(signUpLimits.mailsPerEmail);
  await owner.call(confirmSignUp, { body: { code: codeIn(mails.at(-1)!.text)! } });

  const [person] = await newcomers.people(email);
  expect(person).toMatchObject({ firstName: 'Ada' });
});

test('a stranger who takes their sign-up to another address does not end the codes in the mailbox [AUTH-21]', async () => {
  const email = newcomers.newEmail();
  for (let nth = 0; nth < signUpLimits.mailsPerEmail; nth += 1) {
    const stranger = await newcomers.begun(email);
    await stranger.call(correctSignUpEmail, { body: { email: newcomers.newEmail() } });
  }
  const owner = await newcomers.begun(email);
  await owner.call(confirmSignUp, { body: { code: await newcomers.codeFor(email) } });
  expect(await newcomers.people(email)).toHaveLength(1);
});

test('a code that was mailed for another sign-up works only after the limit of mails, and not for another address [AUTH-21] [AUTH-10]', async () => {
  const email = newcomers.newEmail();
  await strangersSignUp(email, 1);
  const strangersCode = await newcomers.codeFor(email);
  const owner = await newcomers.begun(email);
  const body = { code: strangersCode };
  expect(await refusalOf(owner.call(confirmSignUp, { body }))).toMatchObject({ message: signUpTexts.codeWrong });

  const other = newcomers.newEmail();
  await strangersSignUp(other, signUpLimits.mailsPerEmail);
  const unmailed = await newcomers.begun(other);
  expect(await refusalOf(unmailed.call(confirmSignUp, { body }))).toMatchObject({ message: signUpTexts.codeWrong });
});

test('an email address gets three codes in half an hour, however they are asked for [AUTH-21]', async () => {
  const email = newcomers.newEmail();
  const browser = await newcomers.begun(email);
  await browser.call(resendSignUpCode, {});
  await strangersSignUp(email, 4);
  await (await newcomers.begun(newcomers.newEmail())).call(correctSignUpEmail, { body: { email } });
  expect(await refusalOf(browser.call(resendSignUpCode, {}))).toMatchObject({
    code: 'too_many_requests',
    message: signUpTexts.tooManyMails,
  });
  expect(await newcomers.mailsTo(email)).toHaveLength(3);

  await newcomers.portal.clock.advance(signUpCode.livesMs);
  await browser.call(resendSignUpCode, {});
  expect(await newcomers.mailsTo(email)).toHaveLength(4);
});

test('behind a proxy that is not trusted, the tries of a stranger lock out no one else [AUTH-19]', async () => {
  const portal = await startPortal({ PUBLIC_URL: 'https://trace.example.com' });
  try {
    const owner = await portal.app.auth.createAccount({
      email: 'owner@example.com',
      password: 'Harbour-2026-bridge',
      firstName: 'Ann',
      lastName: 'Owner',
      role: 'user',
      timeZone: 'UTC',
    });
    const tryOnce = (email: string, password: string) =>
      rawCall(portal, { method: signIn.method, path: signIn.path, body: { email, password } });
    for (let nth = 0; nth < signInLimits.perAddress + 5; nth += 1)
      expect((await tryOnce(`stranger-${nth}@example.com`, 'Wrong-guess-7')).status).toBe(401);
    const answer = await tryOnce('owner@example.com', 'Harbour-2026-bridge');
    expect([answer.status, answer.json]).toMatchObject([200, { person: { id: owner } }]);
    for (let nth = 0; nth < signUpLimits.perAddress + 2; nth += 1) {
      const body = signUpForm(`newcomer-${nth}@example.com`);
      expect((await rawCall(portal, { method: signUp.method, path: signUp.path, body })).status).toBe(200);
    }
    for (let nth = 0; nth <= signInLimits.perAccount; nth += 1) await tryOnce('target@example.com', 'Wrong-guess-7');
    expect((await tryOnce('target@example.com', 'Wrong-guess-7')).status).toBe(429);
  } finally {
    await portal.stop();
  }
});
