// The staff sign-in, where the server admits only staff.
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIdentityDoor } from '#testing/identity-door';
import type { Answer, Browser, Door } from '#testing/identity-door';
import { isSignedIn, password, protectedPerson, refusalOf, somebody } from '#testing/second-factor-door';
import type { Somebody } from '#testing/second-factor-door';

let door: Door;
beforeAll(async () => {
  door = await openIdentityDoor();
});
afterAll(() => door.stop());

const knock = (browser: Browser, { email }: Pick<Somebody, 'email'>, typed = password): Promise<Answer> =>
  browser.call('POST', '/api/auth/sign-in', { email, password: typed, door: 'support' });

const sessionsOf = async (person: Somebody): Promise<number> =>
  (await sql`select from session where person_id = ${person.id}`.execute(door.test.database.sql)).rows.length;

const shown = ({ json }: Answer): unknown => ({ ...(json as { error: object }).error, requestId: '' });

test('refuses non-staff with the right password, in identical words, and leaves no session [SUPL-01]', async () => {
  const people = await Promise.all([somebody(door, 'user'), somebody(door, 'installer')]);
  const refusals = [];
  for (const person of people) {
    const browser = door.browser();
    const refused = await knock(browser, person);
    expect(refusalOf(refused)).toEqual({ status: 403, code: 'forbidden' });
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await sessionsOf(person)).toBe(0);
    refusals.push(shown(refused));
  }
  expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1);
  expect(refusals[0]).toMatchObject({ message: supportStaffTexts.denied });
  const { rows } = await sql`
    select action, details from user_activity_logs where account_id = any(${people.map(({ id }) => id)}::uuid[])
    order by id`.execute(door.test.database.sql);
  const line = { action: 'failed_login', details: { reason: 'not_staff' } };
  expect(rows).toEqual([line, line]);
});

test('begins a second step for staff but not for other users [SUPL-01]', async () => {
  const careful = await protectedPerson(door);
  const sessionsBefore = await sessionsOf(careful);
  const browser = door.browser();
  const refused = await knock(browser, careful);
  expect(refusalOf(refused)).toEqual({ status: 403, code: 'forbidden' });
  expect(browser.cookies.size).toBe(0);
  const step = await browser.call('POST', '/api/auth/sign-in/second-step', { recoveryCode: careful.recoveryCodes[0] });
  expect(refusalOf(step)).toMatchObject({ status: 410 });
  expect(await sessionsOf(careful)).toBe(sessionsBefore);

  const staff = await protectedPerson(door, 'staff');
  const theirs = door.browser();
  expect(await knock(theirs, staff)).toMatchObject({ status: 200, json: { secondFactor: { step: 'code' } } });
  const recoveryCode = staff.recoveryCodes[0];
  expect(await theirs.call('POST', '/api/auth/sign-in/second-step', { recoveryCode })).toMatchObject({ status: 200 });
  expect(await isSignedIn(theirs)).toBe(true);
});

test('a wrong password gets the same answer as at the normal sign-in [SUPL-01] [T45]', async () => {
  const [staff, user] = await Promise.all([somebody(door, 'staff'), somebody(door)]);
  for (const who of [staff, user, { email: 'nobody@example.com' }]) {
    expect(refusalOf(await knock(door.browser(), who, 'Wrong-horse-7'))).toEqual({
      status: 401,
      code: 'wrong_credentials',
    });
  }
  expect(await knock(door.browser(), staff)).toMatchObject({ status: 200, json: { person: { id: staff.id } } });
  const strange = { email: staff.email, password, door: 'back' };
  expect(refusalOf(await door.browser().call('POST', '/api/auth/sign-in', strange))).toMatchObject({ status: 400 });
});
