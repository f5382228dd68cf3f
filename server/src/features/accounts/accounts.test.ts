import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changeEmail,
  changePassword,
  confirmEmail,
  downloadData,
  getProfile,
  updateProfile,
} from '@trace/contract/accounts/accounts.api';
import { leftOutTexts } from '@trace/contract/accounts/accounts.download.texts';
import { emailChangeRules } from '@trace/contract/accounts/accounts.rules';
import { accountChangedEvent } from '@trace/contract/accounts/accounts.stream';
import { accountsMails, accountsTexts } from '@trace/contract/accounts/accounts.texts';
import { listSessions } from '@trace/contract/auth/sessions/auth.sessions.api';
import { dayIn } from '@trace/contract/kernel/calendar';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { signInAs, startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { openStream } from '#testing/sse';

const PASSWORD = 'Harbour-2026-bridge';
const NEW_PASSWORD = 'Ferry-2027-lantern!';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

/** Moves the clock without running timers, which suffices here. */
const pass = (ms: number): void => portal.clock.set(new Date(portal.clock.now().getTime() + ms));

const byNumber = (a: number, b: number): number => a - b;

const codeOf = async (email: string): Promise<string> => {
  const mail = (await portal.app.mail.listRecent(50)).find(
    ({ recipient, subject }) => recipient === email && subject.startsWith('Your code'),
  );
  return /^\d+/.exec(mail!.text)![0];
};

const subjectsTo = async (email: string): Promise<string[]> =>
  (await portal.app.mail.listRecent(100))
    .filter(({ recipient }) => recipient === email)
    .map(({ subject }) => subject)
    // Some tests sign in from several browsers.
    .filter((subject) => subject !== 'New sign-in to your Trace account');

const auditOf = async (person: SignedIn, action: string): Promise<unknown[]> => {
  const { rows } = await sql`
    select details from audit_log where actor_id = ${person.id} and action = ${action}`.execute(
    portal.test.database.sql,
  );
  return rows;
};

test('shows the stored profile and saves changes [SET-01]', async () => {
  const person = await portal.person({ role: 'installer' });
  expect(await person.api.call(getProfile, {})).toEqual({
    email: person.email,
    nextEmail: null,
    userType: 'installer',
    status: 'active',
    firstName: expect.stringMatching(/^Person/) as string,
    lastName: 'Example',
    phone: null,
    businessName: null,
    timeZone: 'Australia/Sydney',
  });
  const body = { firstName: ' Zoë 🚙 ', lastName: 'ابن سينا', phone: '+61491570156', businessName: 'Harbour Fitters' };
  const elsewhere = await openStream(portal, await signInAs(portal.url, person.email));
  const changed = await person.api.call(updateProfile, { body });
  expect(changed).toMatchObject({ ...body, firstName: 'Zoë 🚙' });
  expect(await elsewhere.until(accountChangedEvent.name)).toEqual([{}]);
  expect(await person.api.call(updateProfile, { body: { phone: null } })).toEqual({ ...changed, phone: null });
  expect(await auditOf(person, 'accounts.updateProfile')).toEqual([
    { details: { fields: ['businessName', 'firstName', 'lastName', 'phone'] } },
    { details: { fields: ['phone'] } },
  ]);
});

test.each([
  ['firstName', ''],
  ['firstName', '   '],
  ['firstName', 'x'.repeat(81)],
  ['lastName', 'two\nlines'],
  ['lastName', 'turned \u202e around'],
  ['lastName', 7],
  ['phone', '0491 570 156'],
  ['phone', '+61000'],
  ['phone', '+99912345678'],
  ['phone', 'javascript:alert(1)'],
  ['timeZone', 'Mars/Base'],
  ['timeZone', '+05:00'],
  ['timeZone', ''],
  ['businessName', 'A user has none'],
])('refuses a %s of %j and names the field [SET-01]', async (field, value) => {
  const person = await portal.person();
  const answer = await rawCall(portal, { method: 'PATCH', path: '/api/account', person, body: { [field]: value } });
  expect(answer.status).toBe(400);
  expect(refusalIn(answer).field).toBe(`body.${field}`);
});

test.each(['role', 'userType', 'company', 'companyId', 'premium', 'tier', 'email', 'id', 'emailVerified'])(
  'refuses a user who changes their own %s [AUTH-14]',
  async (field) => {
    const person = await portal.person();
    const body = { [field]: 'installer', firstName: 'Changed' };
    const answer = await rawCall(portal, { method: 'PATCH', path: '/api/account', person, body });
    expect(answer.status).toBe(400);
    expect((await person.api.call(getProfile, {})).firstName).not.toBe('Changed');
  },
);

test('a changed phone number needs a recent re-authentication and is mailed, other details do not [SET-04] [AUTH-17]', async () => {
  const person = await portal.person();
  const change = (body: unknown) => rawCall(portal, { method: 'PATCH', path: '/api/account', person, body });
  const phone = '+61491570156';
  await change({ phone });
  expect(await subjectsTo(person.email)).toEqual([accountsMails.phone.subject]);

  pass(11 * MINUTE_MS);
  for (const other of ['+61491570157', null]) {
    const answer = await change({ phone: other });
    expect([answer.status, refusalIn(answer).code]).toEqual([403, 'proof_required']);
  }
  expect((await change({ firstName: 'Ada', phone, timeZone: 'UTC' })).json).toMatchObject({ firstName: 'Ada', phone });
  expect(await subjectsTo(person.email)).toHaveLength(1);
});

test('notifies the old address of a new email, which takes effect after the code is entered [SET-04]', async () => {
  const person = await portal.person();
  await person.api.call(changeEmail, { body: { email: ' New.Address@Example.COM ' } });
  expect(await person.api.call(getProfile, {})).toMatchObject({
    email: person.email,
    nextEmail: 'new.address@example.com',
  });
  expect(await subjectsTo(person.email)).toEqual(['Request to change your email address']);

  const code = await codeOf('new.address@example.com');
  const wrong = code === '000000' ? '000001' : '000000';
  await expect(person.api.call(confirmEmail, { body: { code: wrong } })).rejects.toMatchObject({
    refusal: { code: 'invalid_input', field: 'body.code', message: accountsTexts.codeWrong },
  });
  expect(await person.api.call(confirmEmail, { body: { code } })).toMatchObject({
    email: 'new.address@example.com',
    nextEmail: null,
  });
  expect(await subjectsTo(person.email)).toContain('Your email address has changed');
  await expect(signInAs(portal.url, person.email)).rejects.toMatchObject({ status: 401 });
  const again = await signInAs(portal.url, 'new.address@example.com');
  expect((await again.api.call(getProfile, {})).firstName).toMatch(/^Person/);
  await expect(person.api.call(confirmEmail, { body: { code } })).rejects.toMatchObject({ status: 410 });
  expect(await auditOf(person, 'accounts.changeEmail')).toEqual([{ details: {} }]);
  expect(await auditOf(person, 'accounts.confirmEmail')).toEqual([{ details: {} }]);
});

test('a code for a new email expires with time, after five wrong tries or with a newer code [SET-04]', async () => {
  const person = await portal.person();
  const ask = (email: string) => person.api.call(changeEmail, { body: { email } });
  const confirm = (code: string) => person.api.call(confirmEmail, { body: { code } });
  await ask('late@example.com');
  const late = await codeOf('late@example.com');
  pass(emailChangeRules.validMs);
  await expect(confirm(late)).rejects.toMatchObject({ status: 410 });

  const fresh = { ...person, ...(await signInAs(portal.url, person.email)) };
  await fresh.api.call(changeEmail, { body: { email: 'guessed@example.com' } });
  const code = await codeOf('guessed@example.com');
  const wrong = code === '000000' ? '000001' : '000000';
  const guesses = await Promise.all(
    Array.from({ length: 7 }, () =>
      fresh.api.call(confirmEmail, { body: { code: wrong } }).then(
        () => 200,
        (error) => error.status as number,
      ),
    ),
  );
  expect(guesses.toSorted(byNumber)).toEqual([400, 400, 400, 400, 400, 410, 410]);
  await expect(fresh.api.call(confirmEmail, { body: { code } })).rejects.toMatchObject({ status: 410 });

  await fresh.api.call(changeEmail, { body: { email: 'first@example.com' } });
  await fresh.api.call(changeEmail, { body: { email: 'second@example.com' } });
  // Once in a million runs both codes are equal, and the older code is accepted too.
  const older = await fresh.api.call(confirmEmail, { body: { code: await codeOf('first@example.com') } }).then(
    ({ email }) => email,
    (error) => error.status as number,
  );
  expect([400, 'second@example.com']).toContain(older);
  expect(older).not.toBe('first@example.com');
});

test('a new password ends a pending change of the email address, on open pages too [SET-04]', async () => {
  const person = await portal.person();
  const stream = await openStream(portal, person);
  await person.api.call(changeEmail, { body: { email: 'stranger@example.com' } });
  await person.api.call(changePassword, { body: { password: NEW_PASSWORD } });
  expect(await stream.until(accountChangedEvent.name)).toEqual([{}]);
  expect(await person.api.call(getProfile, {})).toMatchObject({ nextEmail: null });
  const code = await codeOf('stranger@example.com');
  await expect(person.api.call(confirmEmail, { body: { code } })).rejects.toMatchObject({ status: 410 });
});

test('answers the same for an address in use and sends no code there [SET-04]', async () => {
  const [person, other] = await Promise.all([portal.person(), portal.person()]);
  const ask = (email: string) =>
    rawCall(portal, { method: 'POST', path: '/api/account/email', person, body: { email } });
  const [taken, free] = [await ask(other.email.toUpperCase()), await ask('nobody-has-it@example.com')];
  expect([taken.status, taken.text]).toEqual([free.status, free.text]);
  expect(await subjectsTo(other.email)).toEqual(['Your email address was entered in Trace']);
  const own = await ask(person.email);
  expect([own.status, refusalIn(own).field]).toEqual([400, 'body.email']);
});

test('of several users who request one new address, one gets the address, which gets three mails [SET-04] [AUTH-21]', async () => {
  const people = await Promise.all([portal.person(), portal.person(), portal.person()]);
  const email = 'wanted@example.com';
  const codes: string[] = [];
  for (const person of people) {
    await person.api.call(changeEmail, { body: { email } });
    codes.push(await codeOf(email));
  }
  const outcomes = await Promise.all(
    people.map((person, index) =>
      person.api.call(confirmEmail, { body: { code: codes[index]! } }).then(
        () => 200,
        (error) => error.status as number,
      ),
    ),
  );
  expect(outcomes.toSorted(byNumber)).toEqual([200, 409, 409]);
  // AUTH-21: the fourth mail within half an hour, for whichever account.
  const stranger = await portal.person();
  const fourth = await rawCall(portal, {
    method: 'POST',
    path: '/api/account/email',
    person: stranger,
    body: { email },
  });
  expect([fourth.status, refusalIn(fourth).message]).toEqual([429, accountsTexts.tooManyMails]);
  expect(await subjectsTo(email)).toHaveLength(3);
  const { rows } = await sql`select id from person where email = ${email}`.execute(portal.test.database.sql);
  expect(rows).toHaveLength(1);
});

test('a new password ends all other sessions and their streams within a second [SET-04] [SESS-05]', async () => {
  const person = await portal.person();
  const other = await signInAs(portal.url, person.email);
  const stream = await openStream(portal, other);
  await person.api.call(changePassword, { body: { password: NEW_PASSWORD } });
  await portal.clock.advance(1_000);
  expect(await stream.until('end')).toEqual([{ reason: 'signed_out' }]);
  await expect(other.api.call(getProfile, {})).rejects.toMatchObject({ status: 401 });
  expect((await person.api.call(listSessions, {})).sessions).toHaveLength(1);
  await expect(signInAs(portal.url, person.email)).rejects.toMatchObject({ status: 401 });
  await signInAs(portal.url, person.email, NEW_PASSWORD);
  expect(await subjectsTo(person.email)).toEqual(['Your password has changed']);
  expect(await auditOf(person, 'accounts.changePassword')).toEqual([{ details: {} }]);
});

test.each([
  ['the old one', PASSWORD],
  ['too short', 'Ab1!'],
  ['without a sign', 'Harbour2026bridge'],
  ['common', 'Password1!'],
  ['empty', ''],
])('refuses a new password that is %s [SET-04] [AUTH-08]', async (_why, password) => {
  const person = await portal.person();
  const answer = await rawCall(portal, { method: 'POST', path: '/api/account/password', person, body: { password } });
  expect([answer.status, refusalIn(answer).field]).toEqual([400, 'body.password']);
  await signInAs(portal.url, person.email);
});

test.each([
  ['/api/account/email', 'POST', { email: 'x@example.com' }],
  ['/api/account/password', 'POST', { password: NEW_PASSWORD }],
  ['/api/account/data', 'GET', undefined],
  ['/api/account/delete', 'POST', { confirmation: 'delete my account' }],
])('%s needs a recent re-authentication [AUTH-17]', async (path, method, body) => {
  const person = await portal.person();
  pass(11 * MINUTE_MS);
  const answer = await rawCall(portal, { method, path, person, ...(body && { body }) });
  expect([answer.status, refusalIn(answer).code]).toEqual([403, 'proof_required']);
});

test('the download is one file with every feature’s data and no secrets [SET-03]', async () => {
  const timeZone = 'Etc/GMT+12';
  const person = await portal.person({ premium: true, timeZone });
  const answer = await rawCall(portal, { path: '/api/account/data', person });
  // Named by the date in the time zone of the account.
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="trace-data-${dayIn(timeZone, portal.clock.now())}.json"`,
  );
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.json).toMatchObject({
    auth: { account: { email: person.email }, activity: [{ action: 'login' }], sessions: [{}] },
    subscription: { plan: { tier: 'premium' } },
    devices: { assigned: [], registered: [] },
    ping: { pings: [] },
  });
  expect(answer.text).not.toMatch(/password|argon2|token|secret|fingerprint/i);
  expect(await auditOf(person, 'accounts.download')).toHaveLength(1);
  const calls = Array.from({ length: 5 }, () =>
    person.api.call(downloadData, {}).catch((error) => error.status as number),
  );
  expect((await Promise.all(calls)).filter((outcome) => outcome === 429)).toHaveLength(1);
});

test('the download says what it leaves out and how to get it, also when a list is full [SET-05]', async () => {
  const person = await portal.person();
  const first = await person.api.call(downloadData, {});
  const leftOut = first['leftOut'] as { what: string; how: string }[];
  expect(leftOut).toEqual(leftOutTexts.always);
  expect(first).toMatchObject({ auth: { termsAcceptedAt: null }, tracking: { devices: [] } });
  await sql`
    insert into user_activity_logs (action, account_id, ip_address, user_agent, created_at)
    select 'logout', ${person.id}, '203.0.113.7', 'test', now() from generate_series(1, 5000)`.execute(
    portal.test.database.sql,
  );
  const second = await person.api.call(downloadData, {});
  expect(second['leftOut']).toEqual([...leftOutTexts.always, leftOutTexts.older('auth.activity')]);
});

test.each([
  ['phone', '+61 491 570 156', { phone: '+61491570156' }],
  ['phone', '+61 (491) 570-156', { phone: '+61491570156' }],
] as const)('accepts a %s of %j, as its example is written [SET-01]', async (field, value, saved) => {
  const person = await portal.person();
  const answer = await rawCall(portal, { method: 'PATCH', path: '/api/account', person, body: { [field]: value } });
  expect([answer.status, answer.json]).toEqual([200, expect.objectContaining(saved)]);
});

test.each([
  ['PATCH', '/api/account', { firstName: null }, accountsTexts.firstNameMissing],
  ['POST', '/api/account/email/confirm', { code: '1234567' }, accountsTexts.codeWrong],
] as const)('%s %s with %j is refused in plain words [SET-01] [SET-04]', async (method, path, body, words) => {
  const person = await portal.person();
  const answer = await rawCall(portal, { method, path, person, body });
  expect([answer.status, refusalIn(answer).message]).toEqual([400, words]);
});

test('an assignment follows the account instead of the email address [SET-04]', async () => {
  const person = await portal.person();
  await person.api.call(changeEmail, { body: { email: 'moved@example.com' } });
  await person.api.call(confirmEmail, { body: { code: await codeOf('moved@example.com') } });
  const heir = await portal.app.auth.createAccount({
    email: person.email,
    password: PASSWORD,
    firstName: 'An',
    lastName: 'Heir',
    role: 'user',
    timeZone: 'UTC',
  });
  expect(heir).not.toBe(person.id);
  expect(await portal.app.people.findAccountByEmail('moved@example.com')).toMatchObject({ id: person.id });
});
