import { signIn } from '@trace/contract/auth/auth.api';
import { confirmSignUp } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { checkCertification } from '@trace/contract/certification/certification.api';
import { getCertificationByName } from '@trace/contract/certification/certification.functions.api';
import { CLAIM_LIVES_MS, claimLimit } from '@trace/contract/certification/certification.rules';
import { certificationMails, claimPageTexts } from '@trace/contract/certification/certification.claim.texts';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { assignDevice } from '@trace/contract/devices/assignment/devices.assignment.api';
import type { ApiClient } from '@trace/contract/kernel/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refusalOf } from '#testing/newcomers';
import { rawCall } from '#testing/raw-call';
import { SIGN_UP_PASSWORD } from '#testing/sign-up';
import { startClaimsWorld, type ClaimsWorld } from '#testing/worlds/claims-world';

const { blocked, missingBecause } = certificationTexts;

let world: ClaimsWorld;
beforeAll(async () => {
  world = await startClaimsWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.forgetAttempts());

const required = { message: signUpTexts.certificationRequired };

test('the person whose email is on record takes the certification from an impostor with their name [CERT-10]', async () => {
  const noah = await world.trained();
  const mallory = await world.impostor(noah);
  expect(await world.ownOf(mallory)).toEqual({
    state: 'awaiting_confirmation',
    until: new Date(world.newcomers.portal.clock.now().getTime() + CLAIM_LIVES_MS).toISOString(),
  });
  expect(await mallory.api.call(getCertificationByName, { body: {} })).toEqual([]);

  const rightful = await world.owner(noah);
  expect(await world.ownOf(rightful)).toMatchObject({ state: 'valid', number: noah.number });
  expect(await world.registering(rightful)).toBe('allowed');
  expect(await world.ownOf(mallory)).toEqual({ state: 'missing', reason: 'taken' });
  expect(await world.registering(mallory)).toBe(`forbidden: ${blocked.missing}`);

  await world.settle();
  expect((await world.newcomers.mailsTo(mallory.email)).at(-1)!.text).toContain(missingBecause.taken);
  const [token] = await world.tokensTo(noah.email);
  expect(await refusalOf(world.answer(token!, 'yes'))).toMatchObject({ code: 'gone', message: claimPageTexts.over });
  expect(await world.auditsOf(noah)).toEqual([
    'certification.add',
    'certification.claim',
    'certification.takeFromClaim',
  ]);
});

test('an installer cannot register or assign devices during a pending claim, and can after a yes [CERT-10]', async () => {
  const noah = await world.trained();
  const claimant = await world.impostor(noah);
  expect(await world.registering(claimant)).toBe(`forbidden: ${blocked.awaiting_confirmation}`);

  const [mail] = (await world.newcomers.mailsTo(noah.email)).slice(-1);
  expect(mail!.subject).toBe('Did you sign up as an installer?');
  expect(mail!.text).toContain(`Name: Noah ${noah.name.lastName}`);
  expect(mail!.text).toContain(`Email: ${claimant.email}`);
  expect(mail!.text).toContain(`${world.newcomers.portal.url}/certification-claim#`);
  const [token] = await world.tokensTo(noah.email);
  const { rows } = await sql`
    select from certification_claim where position(${token!} in certification_claim::text) > 0`.execute(
    world.newcomers.portal.test.database.sql,
  );
  expect(rows).toEqual([]);

  expect(await world.answer(token!, 'yes')).toEqual({ outcome: 'confirmed' });
  expect(await world.ownOf(claimant)).toMatchObject({ state: 'valid', number: noah.number });
  expect(await world.registering(claimant)).toBe('allowed');
  await world.settle();
  await world.settle();
  expect(
    (await world.subjectsTo(claimant.email)).filter((each) => each === certificationMails.outcome.confirmed.subject),
  ).toHaveLength(1);
  expect(await refusalOf(world.begin(noah.email, noah.name))).toMatchObject(required);
});

test('an installer without a certification cannot assign a device [CERT-10]', async () => {
  const noah = await world.trained();
  const claimant = await world.owner(noah);
  const serial = await world.register(claimant);
  await world.newcomers.portal.app.certification.release(noah.number);
  const assigning = claimant.api.call(assignDevice, { params: { serial }, body: { email: 'user@example.com' } });
  expect(await refusalOf(assigning)).toMatchObject({ code: 'forbidden', message: blocked.missing });
});

test('the link works once, and a no leaves the certification free [CERT-10]', async () => {
  const noah = await world.trained();
  const mallory = await world.impostor(noah);
  const [token] = await world.tokensTo(noah.email);
  expect(await world.answer(token!, 'no')).toEqual({ outcome: 'declined' });
  for (const given of ['no', 'yes'] as const)
    expect(await refusalOf(world.answer(token!, given))).toMatchObject({ code: 'gone', message: claimPageTexts.over });
  expect(await world.ownOf(mallory)).toEqual({ state: 'missing', reason: 'declined' });
  expect(await world.registering(mallory)).toBe(`forbidden: ${blocked.missing}`);
  expect(await world.ownOf(await world.owner(noah))).toMatchObject({ state: 'valid', number: noah.number });
});

test('only one of ten concurrent answers counts [CERT-10]', async () => {
  const noah = await world.trained();
  const claimant = await world.impostor(noah);
  const [token] = await world.tokensTo(noah.email);
  const given = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'yes' : 'no'));
  const refused = await Promise.all(given.map((each) => refusalOf(world.answer(token!, each))));
  expect(refused.filter((each) => each === null)).toHaveLength(1);
  expect(refused.filter((each) => each?.code === 'gone')).toHaveLength(9);
  const isConfirmed = given[refused.indexOf(null)] === 'yes';
  expect((await world.ownOf(claimant))!.state).toBe(isConfirmed ? 'valid' : 'missing');
});

test.each([
  ['wrong', 'x'.repeat(43)],
  ['quoted', "' or 1=1 --"],
  ['long', 'x'.repeat(200)],
])('a %s token is refused as a link that no longer works [CERT-10]', async (_, token) => {
  expect(await refusalOf(world.answer(token, 'yes'))).toMatchObject({ code: 'gone', message: claimPageTexts.over });
});

test('opening the address of the link does not answer the claim [CERT-10]', async () => {
  const noah = await world.trained();
  const claimant = await world.impostor(noah);
  const [token] = await world.tokensTo(noah.email);
  for (const method of ['GET', 'PUT'])
    await rawCall(world.newcomers.portal, { method, path: `/api/certification/claim?token=${token}&answer=yes` });
  expect(await world.ownOf(claimant)).toMatchObject({ state: 'awaiting_confirmation' });
});

test('a claim without an answer expires after 14 days, and the certification is free [CERT-10]', async () => {
  const noah = await world.trained();
  const claimant = await world.impostor(noah);
  const [token] = await world.tokensTo(noah.email);
  world.pass(CLAIM_LIVES_MS - 1);
  await world.settle();
  expect(await world.ownOf(await world.signedInAgain(claimant))).toMatchObject({ state: 'awaiting_confirmation' });
  world.pass(1);
  expect(await refusalOf(world.answer(token!, 'yes'))).toMatchObject({ code: 'gone' });
  await Promise.all([world.settle(), world.settle(), world.settle()]);
  const later = await world.signedInAgain(claimant);
  expect(await world.ownOf(later)).toEqual({ state: 'missing', reason: 'expired' });
  expect(await world.registering(later)).toBe(`forbidden: ${blocked.missing}`);
  const emailed = (await world.newcomers.mailsTo(claimant.email)).filter(({ text }) =>
    text.includes(missingBecause.expired),
  );
  expect(emailed).toHaveLength(1);
  expect(await world.auditsOf(noah)).toContain('certification.expireClaim');
  await world.impostor(noah);
  expect(await world.tokensTo(noah.email)).toHaveLength(2);
});

test('of two concurrent claims one is pending, and the other sign-up finds no certification [CERT-10]', async () => {
  const noah = await world.trained();
  const emails = [world.newcomers.newEmail(), world.newcomers.newEmail()];
  const browsers = [await world.begin(emails[0]!, noah.name), await world.begin(emails[1]!, noah.name)];
  const codes = [await world.newcomers.codeFor(emails[0]!), await world.newcomers.codeFor(emails[1]!)];
  const refused = await Promise.all(
    browsers.map((api, index) => refusalOf(api.call(confirmSignUp, { body: { code: codes[index]! } }))),
  );
  expect(refused.filter((each) => each === null)).toHaveLength(1);
  expect(refused.find((each) => each !== null)).toMatchObject({ code: 'conflict', ...required });
  expect(await world.tokensTo(noah.email)).toHaveLength(1);
  expect(await refusalOf(world.begin(world.newcomers.newEmail(), noah.name))).toMatchObject(required);
  const check = { ...noah.name, email: 'third@example.com' };
  expect(await world.newcomers.browser().call(checkCertification, { body: check })).toEqual({ verified: false });
});

test('a claim and the sign-up of the email on record at once leave the certification to the latter [CERT-10]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const noah = await world.trained();
    const emails = [world.newcomers.newEmail(), noah.email];
    const browsers = [await world.begin(emails[0]!, noah.name), await world.begin(emails[1]!, noah.name)];
    const codes = [await world.newcomers.codeFor(emails[0]!), await world.newcomers.codeFor(emails[1]!)];
    await Promise.all(
      browsers.map((api, index) => refusalOf(api.call(confirmSignUp, { body: { code: codes[index]! } }))),
    );
    await browsers[1]!.call(signIn, { body: { email: noah.email, password: SIGN_UP_PASSWORD } });
    expect(await world.ownOf({ email: noah.email, api: browsers[1]! })).toMatchObject({ number: noah.number });
  }
});

test('refuses the fourth claim in 30 days even when the sign-up began before the first claim [CERT-10]', async () => {
  const noah = await world.trained();
  const emails = Array.from({ length: claimLimit.claims + 1 }, () => world.newcomers.newEmail());
  const begun: ApiClient[] = [];
  for (const email of emails) begun.push(await world.begin(email, noah.name));
  for (const [index, email] of emails.slice(0, -1).entries()) {
    await world.confirmIn(begun[index]!, email);
    await world.newcomers.portal.app.certification.release(noah.number);
  }
  expect(await refusalOf(world.confirmIn(begun.at(-1)!, emails.at(-1)!))).toMatchObject({
    code: 'conflict',
    ...required,
  });
  expect(await world.tokensTo(noah.email)).toHaveLength(claimLimit.claims);
});
