import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Removal } from '@trace/contract/auth/factors/auth.second-factor.schema';
import { HOUR_MS } from '@trace/contract/kernel/time';
import { codeAt } from '#testing/stand-ins/authenticator-app';
import { openIdentityDoor } from '#testing/identity-door';
import type { Answer, Browser, Door } from '#testing/identity-door';
import { halfWay, protectedPerson, refusalOf, secondStep, signIn, statusesOf } from '#testing/second-factor-door';
import type { Somebody } from '#testing/second-factor-door';

let door: Door;

beforeAll(async () => {
  door = await openIdentityDoor();
});
afterAll(() => door.stop());

/** Moves the clock forward and runs only the sweep of the last minute. */
async function later(ms: number): Promise<void> {
  door.clock.set(new Date(door.clock.now().getTime() + ms - 60_000));
  await door.clock.advance(60_000);
}

const ask = (browser: Browser): Promise<Answer> => browser.call('POST', '/api/auth/sign-in/removal');

const mailsTo = async ({ email }: Somebody) =>
  (await door.mail.listRecent(200)).filter((mail) => mail.recipient === email);

const requestMails = async (person: Somebody) =>
  (await mailsTo(person)).filter(({ subject }) => subject.startsWith('Someone asked'));

/** The token behind the link of the newest request. */
async function tokenSentTo(person: Somebody): Promise<string> {
  const [mail] = await requestMails(person);
  return /\/keep-second-step#(\S+)/.exec(mail!.text)![1]!;
}

const cancel = (token: string): Promise<Answer> =>
  door.browser().call('POST', '/api/auth/second-factor/cancel-removal', { token });

const approve = ({ email }: Somebody): Promise<Removal> => door.auth.port.approveSecondFactorRemoval(email);

/** Whether the password alone signs this person in. */
async function isRemoved(person: Somebody): Promise<boolean> {
  const { json } = await signIn(door.browser(), person);
  return 'person' in (json as object);
}

test('an approved request removes the second factor 24 hours after the request, and two emails notify the user [AUTH-18]', async () => {
  const person = await protectedPerson(door);
  const askedAt = door.clock.now();
  const effectiveAt = new Date(askedAt.getTime() + 24 * HOUR_MS).toISOString();
  const answer = await ask(await halfWay(door, person));
  expect(answer.json).toEqual({ removal: { askedAt: askedAt.toISOString(), effectiveAt, isApproved: false } });
  expect(await requestMails(person)).toHaveLength(1);
  expect((await signIn(door.browser(), person)).json).toMatchObject({
    secondFactor: { step: 'code', removal: { effectiveAt, isApproved: false } },
  });

  await later(2 * HOUR_MS);
  expect(await approve(person)).toMatchObject({ effectiveAt, isApproved: true });
  await later(22 * HOUR_MS - 60_000);
  expect(await isRemoved(person)).toBe(false);
  await door.clock.advance(2 * 60_000);
  expect(await isRemoved(person)).toBe(true);
  expect((await mailsTo(person)).map(({ subject }) => subject)).toContain('Two-step sign-in was turned off');
  const { rows } = await sql`
    select action from audit_log where subject_id = ${person.id} and actor_id is null order by id`.execute(
    door.test.database.sql,
  );
  expect(rows.map((row) => (row as { action: string }).action)).toEqual([
    'auth.createAccount',
    'auth.askRemoval',
    'auth.approveRemoval',
    'auth.removeSecondFactor',
  ]);
});

test('an unapproved request removes no second factor and lapses after a week [AUTH-18]', async () => {
  const person = await protectedPerson(door);
  await ask(await halfWay(door, person));
  await later(25 * HOUR_MS);
  expect(await isRemoved(person)).toBe(false);
  await later(6 * 24 * HOUR_MS);
  expect((await signIn(door.browser(), person)).json).toEqual({ secondFactor: { step: 'code', removal: null } });
  await expect(approve(person)).rejects.toMatchObject({ code: 'not_found' });
});

test('signing in with the second step cancels an approved request [AUTH-18]', async () => {
  for (const means of ['code', 'recoveryCode'] as const) {
    const person = await protectedPerson(door);
    await ask(await halfWay(door, person));
    await approve(person);
    await door.clock.advance(60_000);
    const browser = await halfWay(door, person);
    expect((await secondStep(browser, { code: '000000' })).status).toBe(401);
    const body =
      means === 'code' ? { code: codeAt(person.key, door.clock.now()) } : { recoveryCode: person.recoveryCodes[0] };
    expect((await secondStep(browser, body)).status).toBe(200);
    await later(25 * HOUR_MS);
    expect(await isRemoved(person)).toBe(false);
  }
});

test('a wrong code leaves the request unchanged [AUTH-18]', async () => {
  const person = await protectedPerson(door);
  const browser = await halfWay(door, person);
  await ask(browser);
  expect((await secondStep(browser, { code: '000000' })).status).toBe(401);
  expect((await secondStep(browser, { recoveryCode: 'AAAAA-AAAAA' })).status).toBe(401);
  await expect(approve(person)).resolves.toMatchObject({ isApproved: true });
});

test('the link in the email cancels the request once, and a wrong token cancels no request [AUTH-18]', async () => {
  const person = await protectedPerson(door);
  await ask(await halfWay(door, person));
  await approve(person);
  const token = await tokenSentTo(person);
  expect(refusalOf(await cancel(`${token}x`)).code).toBe('not_found');
  const answers = await Promise.all([cancel(token), cancel(token)]);
  expect(statusesOf(answers)).toEqual([200, 404]);
  await later(25 * HOUR_MS);
  expect(await isRemoved(person)).toBe(false);
});

test('repeated and concurrent requests cause one email, and a database reader cannot cancel the request [AUTH-18]', async () => {
  const person = await protectedPerson(door);
  const browser = await halfWay(door, person);
  const answers = await Promise.all([ask(browser), ask(browser)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await requestMails(person)).toHaveLength(1);
  const { rows } = await sql<{ text: string }>`
    select encode(cancel_hash, 'escape') || ' ' || encode(cancel_hash, 'base64') as text from second_factor_removal
    where person_id = ${person.id}`.execute(door.test.database.sql);
  expect(rows[0]!.text).not.toContain(await tokenSentTo(person));
});

test('a request needs the right password and is limited to three in a quarter of an hour [AUTH-18]', async () => {
  expect(refusalOf(await ask(door.browser())).code).toBe('gone');
  const person = await protectedPerson(door);
  const wrong = door.browser();
  await signIn(wrong, person, 'Wrong-horse-7');
  expect(refusalOf(await ask(wrong)).code).toBe('gone');
  const browser = await halfWay(door, person);
  for (let turn = 0; turn < 3; turn++) {
    expect((await ask(browser)).status).toBe(200);
    await cancel(await tokenSentTo(person));
  }
  expect((await ask(browser)).status).toBe(429);
  expect(await requestMails(person)).toHaveLength(3);
});
