import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIdentityDoor } from '#testing/identity-door';
import type { Door } from '#testing/identity-door';

let door: Door;

beforeAll(async () => {
  door = await openIdentityDoor();
});
afterAll(() => door.stop());

const ada = { firstName: 'Ada', lastName: 'Byron', role: 'installer', timeZone: 'Europe/London' } as const;

test('an account has the role that the server gave, and the creation is in the audit log [AUTH-14]', async () => {
  const id = await door.auth.port.createAccount({ ...ada, email: ' Ada@Example.COM ' });
  expect(await door.people.accountsOf([id, crypto.randomUUID()])).toEqual(
    new Map([[id, { ...ada, email: 'ada@example.com' }]]),
  );
  expect(await door.people.findAccountByEmail('ADA@example.com')).toEqual({ id, ...ada, email: 'ada@example.com' });
  const { rows } = await sql`
    select actor_id, action, details from audit_log where subject_id = ${id}`.execute(door.test.database.sql);
  expect(rows).toEqual([{ actorId: null, action: 'auth.createAccount', details: { role: 'installer' } }]);
});

test('the database refuses an unknown role and an account without a role [AUTH-14]', async () => {
  const { sql: executor } = door.test.database;
  const values = sql`'x@example.com', 'X', 'Y', 'UTC'`;
  const into = sql`insert into person (email, first_name, last_name, time_zone, role)`;
  await expect(sql`${into} values (${values}, 'admin')`.execute(executor)).rejects.toThrow('person_role');
  await expect(sql`${into} values (${values}, null)`.execute(executor)).rejects.toThrow('not-null');
});

test('an email belongs to one account, even with concurrent creation [AUTH-03]', async () => {
  const make = () => door.auth.port.createAccount({ ...ada, email: 'twice@example.com' });
  const outcomes = await Promise.allSettled([make(), make(), make()]);
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'conflict', field: 'email' });
});

test('refuses sign-in with any password to an account without a password [AUTH-03]', async () => {
  await door.auth.port.createAccount({ ...ada, email: 'no-password@example.com' });
  for (const password of ['undefined', 'null', ' ']) {
    const body = { email: 'no-password@example.com', password };
    expect((await door.browser().call('POST', '/api/auth/sign-in', body)).status).toBe(401);
  }
});

test.each([
  [{ email: 'nonsense' }, 'email'],
  [{ email: '' }, 'email'],
  [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
])('refuses an account with %o and names the field [AUTH-03]', async (wrong, field) => {
  const account = { ...ada, email: 'right@example.com', ...wrong };
  await expect(door.auth.port.createAccount(account)).rejects.toMatchObject({ code: 'invalid_input', field });
  expect(await door.people.findAccountByEmail('right@example.com')).toBeNull();
});
