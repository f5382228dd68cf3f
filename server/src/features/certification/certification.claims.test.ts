import { deleteAccount, downloadData } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { signIn } from '@trace/contract/auth/auth.api';
import { confirmSignUp, signUp } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import type { SignUp } from '@trace/contract/auth/sign-up/auth.sign-up.schema';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { checkCertification, getOwnCertification } from '@trace/contract/certification/certification.api';
import { answerClaim } from '@trace/contract/certification/certification.claim.api';
import { getCertificationByName } from '@trace/contract/certification/certification.functions.api';
import { confirmCertification, releaseCertification } from '@trace/contract/certification/certification.staff.api';
import { CLAIM_LIVES_MS, claimLimit } from '@trace/contract/certification/certification.rules';
import { certificationMails, claimPageTexts } from '@trace/contract/certification/certification.claim.texts';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { listDevices } from '@trace/contract/devices/devices.api';
import { assignDevice } from '@trace/contract/devices/assignment/devices.assignment.api';
import { registerDevice } from '@trace/contract/devices/registration/devices.registration.api';
import type { ApiClient } from '@trace/contract/kernel/client';
import { DAY_MS } from '@trace/contract/kernel/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openNewcomers, refusalOf } from '#testing/newcomers';
import type { SignUpAndReset } from '#testing/newcomers';
import { rawCall } from '#testing/raw-call';
import { signUpForm, SIGN_UP_PASSWORD } from '#testing/sign-up';
import { newSerial } from '#testing/trackers';
import { createClaimOutcomes } from './certification.claim-outcomes.service.ts';
import { createCertificationEndings } from './certification.endings.service.ts';

const { blocked, missingBecause } = certificationTexts;

let newcomers: SignUpAndReset;
let records = 0;

beforeAll(async () => {
  newcomers = await openNewcomers();
});
afterAll(() => newcomers.stop());
beforeEach(() => sql`delete from sign_in_attempt`.execute(newcomers.portal.test.database.sql));

const trade = { userType: 'installer', businessName: 'Tan Alarms' } as const;

interface Trainee {
  readonly number: string;
  /** The address on record. */
  readonly email: string;
  readonly name: { readonly firstName: string; readonly lastName: string };
}

/** A trainee with a name of their own and no account. */
async function trained(): Promise<Trainee> {
  records += 1;
  const lastName = `Tan${'abcdefghijklmnopqrstuvwxyz'[records % 26]}${records}`;
  const [number, email] = [`CERT-${records}-2026`, `noah-${records}@sparkfit.example`];
  await newcomers.portal.app.certification.add({ number, email, fullName: `Noah ${lastName}`, expiresAt: '' });
  return { number, email, name: { firstName: 'Noah', lastName } };
}

interface Installer {
  readonly email: string;
  readonly api: ApiClient;
}

async function begin(email: string, given: Partial<SignUp>): Promise<ApiClient> {
  const api = newcomers.browser();
  await api.call(signUp, { body: signUpForm(email, { ...trade, ...given }) });
  return api;
}

const confirmIn = async (api: ApiClient, email: string): Promise<void> => {
  await api.call(confirmSignUp, { body: { code: await newcomers.codeFor(email) } });
};

/** Signs up as an installer with these names, and in. */
async function installer(email: string, given: Partial<SignUp>): Promise<Installer> {
  const api = await begin(email, given);
  await confirmIn(api, email);
  await api.call(signIn, { body: { email, password: SIGN_UP_PASSWORD } });
  return { email, api };
}

const impostor = ({ name }: Trainee): Promise<Installer> => installer(newcomers.newEmail(), name);
const owner = ({ email, name }: Trainee): Promise<Installer> => installer(email, name);

/** Uses a new session, because the previous session may have expired. */
async function signedInAgain({ email }: Installer): Promise<Installer> {
  const api = newcomers.browser();
  await api.call(signIn, { body: { email, password: SIGN_UP_PASSWORD } });
  return { email, api };
}

const ownOf = async ({ api }: Installer) => (await api.call(getOwnCertification, {})).certification;
const subjectsTo = async (email: string): Promise<string[]> =>
  (await newcomers.mailsTo(email)).map(({ subject }) => subject);

/** The tokens of the mails to an address on record, the newest last. */
const tokensTo = async (email: string): Promise<string[]> =>
  (await newcomers.mailsTo(email)).flatMap(({ text }) => /\/certification-claim#([\w-]+)/.exec(text)?.[1] ?? []);

const answer = (token: string, given: 'yes' | 'no') =>
  newcomers.browser().call(answerClaim, { body: { token, answer: given } });

const serialsOf = async ({ api }: Installer): Promise<string[]> =>
  (await api.call(listDevices, { query: { limit: 50 } })).devices.map(({ serialNumber }) => serialNumber);

/** Runs the job that runs every minute, as a separate process would. */
const settle = (): Promise<void> => {
  const { test: own, clock, app } = newcomers.portal;
  return createClaimOutcomes({
    database: own.database,
    clock,
    mail: app.mail,
    people: app.people,
  }).settle();
};

const pass = (ms: number): void => newcomers.portal.clock.set(new Date(newcomers.portal.clock.now().getTime() + ms));

/** Registers a new device and returns the serial number. */
async function register({ api }: Installer): Promise<string> {
  const serialNumber = newSerial();
  await newcomers.portal.app.gateway.registry.enter(serialNumber);
  await api.call(registerDevice, { body: { serialNumber, nickname: 'Van', claimCode: null, hub: null, sim: null } });
  return serialNumber;
}

/** The words with which a new device is refused, or 'allowed'. */
async function registering(by: Installer): Promise<string> {
  const refused = await refusalOf(register(by));
  return refused === null ? 'allowed' : `${refused.code}: ${refused.message}`;
}

const auditsOf = async ({ number }: Trainee): Promise<string[]> => {
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject_id = ${number} order by id`.execute(newcomers.portal.test.database.sql);
  return rows.map(({ action }) => action);
};

const required = { message: signUpTexts.certificationRequired };

test('the person whose email is on record takes the certification from an impostor with their name [CERT-10]', async () => {
  const noah = await trained();
  const mallory = await impostor(noah);
  expect(await ownOf(mallory)).toEqual({
    state: 'awaiting_confirmation',
    until: new Date(newcomers.portal.clock.now().getTime() + CLAIM_LIVES_MS).toISOString(),
  });
  expect(await mallory.api.call(getCertificationByName, { body: {} })).toEqual([]);

  const rightful = await owner(noah);
  expect(await ownOf(rightful)).toMatchObject({ state: 'valid', number: noah.number });
  expect(await registering(rightful)).toBe('allowed');
  expect(await ownOf(mallory)).toEqual({ state: 'missing', reason: 'taken' });
  expect(await registering(mallory)).toBe(`forbidden: ${blocked.missing}`);

  await settle();
  expect((await newcomers.mailsTo(mallory.email)).at(-1)!.text).toContain(missingBecause.taken);
  const [token] = await tokensTo(noah.email);
  expect(await refusalOf(answer(token!, 'yes'))).toMatchObject({ code: 'gone', message: claimPageTexts.over });
  expect(await auditsOf(noah)).toEqual(['certification.add', 'certification.claim', 'certification.takeFromClaim']);
});

test('an installer cannot register or assign devices during a pending claim, and can after a yes [CERT-10]', async () => {
  const noah = await trained();
  const claimant = await impostor(noah);
  expect(await registering(claimant)).toBe(`forbidden: ${blocked.awaiting_confirmation}`);

  const [mail] = (await newcomers.mailsTo(noah.email)).slice(-1);
  expect(mail!.subject).toBe('Did you sign up as an installer?');
  expect(mail!.text).toContain(`Name: Noah ${noah.name.lastName}`);
  expect(mail!.text).toContain(`Email: ${claimant.email}`);
  expect(mail!.text).toContain(`${newcomers.portal.url}/certification-claim#`);
  const [token] = await tokensTo(noah.email);
  const { rows } = await sql`
    select from certification_claim where position(${token!} in certification_claim::text) > 0`.execute(
    newcomers.portal.test.database.sql,
  );
  expect(rows).toEqual([]);

  expect(await answer(token!, 'yes')).toEqual({ outcome: 'confirmed' });
  expect(await ownOf(claimant)).toMatchObject({ state: 'valid', number: noah.number });
  expect(await registering(claimant)).toBe('allowed');
  await settle();
  await settle();
  expect(
    (await subjectsTo(claimant.email)).filter((each) => each === certificationMails.outcome.confirmed.subject),
  ).toHaveLength(1);
  expect(await refusalOf(begin(noah.email, noah.name))).toMatchObject(required);
});

test('an installer without a certification cannot assign a device [CERT-10]', async () => {
  const noah = await trained();
  const claimant = await owner(noah);
  const serial = await register(claimant);
  await newcomers.portal.app.certification.release(noah.number);
  const assigning = claimant.api.call(assignDevice, { params: { serial }, body: { email: 'user@example.com' } });
  expect(await refusalOf(assigning)).toMatchObject({ code: 'forbidden', message: blocked.missing });
});

test('the link works once, and a no leaves the certification free [CERT-10]', async () => {
  const noah = await trained();
  const mallory = await impostor(noah);
  const [token] = await tokensTo(noah.email);
  expect(await answer(token!, 'no')).toEqual({ outcome: 'declined' });
  for (const given of ['no', 'yes'] as const)
    expect(await refusalOf(answer(token!, given))).toMatchObject({ code: 'gone', message: claimPageTexts.over });
  expect(await ownOf(mallory)).toEqual({ state: 'missing', reason: 'declined' });
  expect(await registering(mallory)).toBe(`forbidden: ${blocked.missing}`);
  expect(await ownOf(await owner(noah))).toMatchObject({ state: 'valid', number: noah.number });
});

test('only one of ten concurrent answers counts [CERT-10]', async () => {
  const noah = await trained();
  const claimant = await impostor(noah);
  const [token] = await tokensTo(noah.email);
  const given = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'yes' : 'no'));
  const refused = await Promise.all(given.map((each) => refusalOf(answer(token!, each))));
  expect(refused.filter((each) => each === null)).toHaveLength(1);
  expect(refused.filter((each) => each?.code === 'gone')).toHaveLength(9);
  const isConfirmed = given[refused.indexOf(null)] === 'yes';
  expect((await ownOf(claimant))!.state).toBe(isConfirmed ? 'valid' : 'missing');
});

test.each([
  ['wrong', 'x'.repeat(43)],
  ['quoted', "' or 1=1 --"],
  ['long', 'x'.repeat(200)],
])('a %s token is refused as a link that no longer works [CERT-10]', async (_, token) => {
  expect(await refusalOf(answer(token, 'yes'))).toMatchObject({ code: 'gone', message: claimPageTexts.over });
});

test('opening the address of the link does not answer the claim [CERT-10]', async () => {
  const noah = await trained();
  const claimant = await impostor(noah);
  const [token] = await tokensTo(noah.email);
  for (const method of ['GET', 'PUT'])
    await rawCall(newcomers.portal, { method, path: `/api/certification/claim?token=${token}&answer=yes` });
  expect(await ownOf(claimant)).toMatchObject({ state: 'awaiting_confirmation' });
});

test('a claim without an answer expires after 14 days, and the certification is free [CERT-10]', async () => {
  const noah = await trained();
  const claimant = await impostor(noah);
  const [token] = await tokensTo(noah.email);
  pass(CLAIM_LIVES_MS - 1);
  await settle();
  expect(await ownOf(await signedInAgain(claimant))).toMatchObject({ state: 'awaiting_confirmation' });
  pass(1);
  expect(await refusalOf(answer(token!, 'yes'))).toMatchObject({ code: 'gone' });
  await Promise.all([settle(), settle(), settle()]);
  const later = await signedInAgain(claimant);
  expect(await ownOf(later)).toEqual({ state: 'missing', reason: 'expired' });
  expect(await registering(later)).toBe(`forbidden: ${blocked.missing}`);
  const emailed = (await newcomers.mailsTo(claimant.email)).filter(({ text }) => text.includes(missingBecause.expired));
  expect(emailed).toHaveLength(1);
  expect(await auditsOf(noah)).toContain('certification.expireClaim');
  await impostor(noah);
  expect(await tokensTo(noah.email)).toHaveLength(2);
});

test('of two concurrent claims one is pending, and the other sign-up finds no certification [CERT-10]', async () => {
  const noah = await trained();
  const emails = [newcomers.newEmail(), newcomers.newEmail()];
  const browsers = [await begin(emails[0]!, noah.name), await begin(emails[1]!, noah.name)];
  const codes = [await newcomers.codeFor(emails[0]!), await newcomers.codeFor(emails[1]!)];
  const refused = await Promise.all(
    browsers.map((api, index) => refusalOf(api.call(confirmSignUp, { body: { code: codes[index]! } }))),
  );
  expect(refused.filter((each) => each === null)).toHaveLength(1);
  expect(refused.find((each) => each !== null)).toMatchObject({ code: 'conflict', ...required });
  expect(await tokensTo(noah.email)).toHaveLength(1);
  expect(await refusalOf(begin(newcomers.newEmail(), noah.name))).toMatchObject(required);
  const check = { ...noah.name, email: 'third@example.com' };
  expect(await newcomers.browser().call(checkCertification, { body: check })).toEqual({ verified: false });
});

test('a claim and the sign-up of the email on record at once leave the certification to the latter [CERT-10]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const noah = await trained();
    const emails = [newcomers.newEmail(), noah.email];
    const browsers = [await begin(emails[0]!, noah.name), await begin(emails[1]!, noah.name)];
    const codes = [await newcomers.codeFor(emails[0]!), await newcomers.codeFor(emails[1]!)];
    await Promise.all(
      browsers.map((api, index) => refusalOf(api.call(confirmSignUp, { body: { code: codes[index]! } }))),
    );
    await browsers[1]!.call(signIn, { body: { email: noah.email, password: SIGN_UP_PASSWORD } });
    expect(await ownOf({ email: noah.email, api: browsers[1]! })).toMatchObject({ number: noah.number });
  }
});

test('a certification is claimed three times in 30 days, also by accounts that are deleted [CERT-10]', async () => {
  const noah = await trained();
  for (let claims = 0; claims < claimLimit.claims; claims += 1) {
    const mallory = await impostor(noah);
    await mallory.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  }
  const { rows } = await sql`
    select person_id, claimant_email, token_hash, outcome from certification_claim
    where certification_id = (select id from certification where number = ${noah.number})`.execute(
    newcomers.portal.test.database.sql,
  );
  const forgotten = { personId: null, claimantEmail: null, tokenHash: null, outcome: 'withdrawn' };
  expect(rows).toEqual(Array.from({ length: claimLimit.claims }, () => forgotten));
  expect(await refusalOf(begin(newcomers.newEmail(), noah.name))).toMatchObject(required);
  expect(await ownOf(await owner(noah))).toMatchObject({ state: 'valid' });
  pass(claimLimit.windowMs);
  await settle();
  const left = await sql`select from certification_claim where person_id is null`.execute(
    newcomers.portal.test.database.sql,
  );
  expect(left.rows).toEqual([]);
});

test('refuses the fourth claim in 30 days even when the sign-up began before the first claim [CERT-10]', async () => {
  const noah = await trained();
  const emails = Array.from({ length: claimLimit.claims + 1 }, () => newcomers.newEmail());
  const begun: ApiClient[] = [];
  for (const email of emails) begun.push(await begin(email, noah.name));
  for (const [index, email] of emails.slice(0, -1).entries()) {
    await confirmIn(begun[index]!, email);
    await newcomers.portal.app.certification.release(noah.number);
  }
  expect(await refusalOf(confirmIn(begun.at(-1)!, emails.at(-1)!))).toMatchObject({ code: 'conflict', ...required });
  expect(await tokensTo(noah.email)).toHaveLength(claimLimit.claims);
});

test('a yes and the deletion of the account at once end without a failure [CERT-10 SET-03]', async () => {
  for (let round = 0; round < 8; round += 1) {
    const noah = await trained();
    const claimant = await impostor(noah);
    const [token] = await tokensTo(noah.email);
    const [answered] = await Promise.all([
      refusalOf(answer(token!, 'yes')),
      claimant.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } }),
    ]);
    expect([undefined, 'gone']).toContain(answered?.code);
    expect(await ownOf(await owner(noah))).toMatchObject({ state: 'valid', number: noah.number });
  }
});

test('a confirmation by staff and the deletion of the account at once end without a failure [CERT-10 SET-03]', async () => {
  const staff = await newcomers.portal.person({ role: 'staff' });
  for (let round = 0; round < 8; round += 1) {
    const noah = await trained();
    const claimant = await impostor(noah);
    const [confirmed] = await Promise.all([
      refusalOf(staff.api.call(confirmCertification, { body: { number: noah.number } })),
      claimant.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } }),
    ]);
    expect([undefined, 'conflict']).toContain(confirmed?.code);
    expect(await ownOf(await owner(noah))).toMatchObject({ state: 'valid', number: noah.number });
  }
});

test('a release by staff and the deletion of the account at once end without a failure [CERT-10 SET-03]', async () => {
  const staff = await newcomers.portal.person({ role: 'staff' });
  for (let round = 0; round < 10; round += 1) {
    const noah = await trained();
    const holder = await owner(noah);
    const [released] = await Promise.all([
      refusalOf(staff.api.call(releaseCertification, { body: { number: noah.number } })),
      holder.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } }),
    ]);
    expect([undefined, 'conflict']).toContain(released?.code);
  }
});

test('the download of a claimant holds the claim without the number of the certification [CERT-10 SET-03]', async () => {
  const noah = await trained();
  const claimant = await impostor(noah);
  const data = await claimant.api.call(downloadData, {});
  expect(data['certification']).toMatchObject({ claim: { matchedBy: 'name', outcome: null } });
  expect(JSON.stringify(data['certification'])).not.toContain(noah.number);
});

test('staff confirm a pending or expired claim, and no other account gets the certification [CERT-10]', async () => {
  const { certification } = newcomers.portal.app;
  const noah = await trained();
  const first = await impostor(noah);
  expect(await certification.confirm(noah.number.toLowerCase())).toEqual({ number: noah.number, email: first.email });
  expect(await ownOf(first)).toMatchObject({ state: 'valid', number: noah.number });
  await expect(certification.confirm(noah.number)).rejects.toMatchObject({ code: 'conflict' });
  await expect(certification.confirm('CERT-404')).rejects.toMatchObject({ code: 'not_found' });

  const late = await trained();
  await expect(certification.confirm(late.number)).rejects.toMatchObject({ code: 'conflict' });
  const slow = await impostor(late);
  pass(CLAIM_LIVES_MS);
  await settle();
  pass(1);
  await certification.confirm(late.number);
  await settle();
  expect(await subjectsTo(slow.email)).toContain(certificationMails.outcome.confirmed.subject);
  expect(await ownOf(await signedInAgain(slow))).toMatchObject({ state: 'valid', number: late.number });
  expect(await auditsOf(late)).toContain('certification.confirm');

  // A certification that ended meanwhile: the claimant is not told to go on and register.
  const revoked = await trained();
  const third = await impostor(revoked);
  await certification.revoke(revoked.number);
  await certification.confirm(revoked.number);
  await settle();
  expect(await ownOf(third)).toMatchObject({ state: 'ended', number: revoked.number });
  expect(await subjectsTo(third.email)).not.toContain(certificationMails.outcome.confirmed.subject);
});

test('an operator releases a certification from an account or a claim, and the certification is free again [CERT-10]', async () => {
  const { certification } = newcomers.portal.app;
  const noah = await trained();
  const holder = await owner(noah);
  expect(await certification.release(noah.number)).toEqual({ number: noah.number, outcome: 'released' });
  expect(await ownOf(holder)).toEqual({ state: 'missing', reason: 'released' });
  expect(await registering(holder)).toBe(`forbidden: ${blocked.missing}`);
  await settle();
  expect((await newcomers.mailsTo(holder.email)).at(-1)!.text).toContain(missingBecause.released);

  const next = await impostor(noah);
  expect(await certification.release(noah.number)).toEqual({ number: noah.number, outcome: 'claim_ended' });
  expect(await ownOf(next)).toEqual({ state: 'missing', reason: 'released' });
  await expect(certification.release(noah.number)).rejects.toMatchObject({ code: 'conflict' });
  expect((await auditsOf(noah)).filter((action) => action === 'certification.release')).toHaveLength(2);
});

test('a revocation ends the pending claim, its link and its wait [CERT-10] [CERT-09]', async () => {
  const { certification } = newcomers.portal.app;
  const noah = await trained();
  const claimant = await impostor(noah);
  const [token] = await tokensTo(noah.email);
  await certification.revoke(noah.number);
  expect((await certification.search(noah.number)).found).toMatchObject([{ claim: { outcome: 'released' } }]);
  expect(await ownOf(claimant)).toEqual({ state: 'missing', reason: 'released' });
  expect(await refusalOf(answer(token!, 'yes'))).toMatchObject({ code: 'gone', message: claimPageTexts.over });
  await settle();
  expect((await newcomers.mailsTo(claimant.email)).at(-1)!.text).toContain(missingBecause.released);
  expect((await auditsOf(noah)).slice(-2)).toEqual(['certification.revoke', 'certification.release']);
});

test('a released certification can be given back [CERT-10]', async () => {
  const { certification } = newcomers.portal.app;
  const noah = await trained();
  const holder = await owner(noah);
  await certification.release(noah.number);
  await certification.confirm(noah.number);
  expect(await ownOf(holder)).toMatchObject({ state: 'valid', number: noah.number });
});

test('a renewal goes to the account of the trainee despite the claim of an impostor [CERT-10] [CERT-09]', async () => {
  const { certification } = newcomers.portal.app;
  const noah = await trained();
  const holder = await owner(noah);
  pass(DAY_MS);
  await certification.revoke(noah.number);
  pass(DAY_MS);
  const renewal = `${noah.number}-NEW`;
  await certification.add({
    number: renewal,
    email: noah.email,
    fullName: `Noah ${noah.name.lastName}`,
    expiresAt: '',
  });
  const mallory = await impostor(noah);
  expect(await ownOf(mallory)).toMatchObject({ state: 'awaiting_confirmation' });
  const { test: own, clock, app } = newcomers.portal;
  const settling = { database: own.database, clock, mail: app.mail, people: app.people };
  await createCertificationEndings(settling).settle();
  expect(await ownOf(await signedInAgain(holder))).toMatchObject({ state: 'valid', number: renewal });
  expect(await ownOf(mallory)).toEqual({ state: 'missing', reason: 'taken' });
});

test('staff see no claim of an account that holds another certification [CERT-08] [CERT-10]', async () => {
  const { certification } = newcomers.portal.app;
  const noah = await trained();
  const claimant = await impostor(noah);
  await certification.confirm(noah.number);
  await certification.revoke(noah.number);
  pass(DAY_MS);
  const renewal = { number: `${noah.number}-NEW`, email: noah.email, fullName: `Noah ${noah.name.lastName}` };
  await certification.add({ ...renewal, expiresAt: '' });
  const { test: own, clock, app } = newcomers.portal;
  await createCertificationEndings({ database: own.database, clock, mail: app.mail, people: app.people }).settle();
  expect(await ownOf(await signedInAgain(claimant))).toMatchObject({ state: 'valid', number: renewal.number });
  const { found } = await certification.search(noah.number);
  expect(found.map(({ number, claim }) => [number, claim])).toEqual([
    [noah.number, null],
    [renewal.number, null],
  ]);
  await expect(certification.confirm(noah.number)).rejects.toMatchObject({
    message: `No account claims ${noah.number}.`,
  });
});

test('servicing ends 30 days after the account loses the certification [CERT-10] [CERT-09]', async () => {
  const { certification } = newcomers.portal.app;
  const noah = await trained();
  const holder = await owner(noah);
  const serial = await register(holder);
  await certification.release(noah.number);
  expect(await serialsOf(holder)).toEqual([serial]);
  pass(30 * DAY_MS);
  expect(await serialsOf(await signedInAgain(holder))).toEqual([]);
});
