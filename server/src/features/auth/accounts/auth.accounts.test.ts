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

test('AUTH-14 an account has the role that the server gave it, and its making is in the audit log', async () => {
  const id = await door.auth.port.createAccount({ ...ada, email: ' Ada@Example.COM ' });
  expect(await door.people.accountsOf([id, crypto.randomUUID()])).toEqual(
    new Map([[id, { ...ada, email: 'ada@example.com' }]]),
  );
  expect(await door.people.findAccountByEmail('ADA@example.com')).toEqual({ id, ...ada, email: 'ada@example.com' });
  const { rows } = await sql`
    select actor_id, action, details from audit_log where subject_id = ${id}`.execute(door.test.database.sql);
  expect(rows).toEqual([{ actorId: null, action: 'auth.createAccount', details: { role: 'installer' } }]);
});

test('AUTH-14 the database itself refuses a role that does not exist, and an account without one', async () => {
  const { sql: executor } = door.test.database;
  const values = sql`'x@example.com', 'X', 'Y', 'UTC'`;
  const into = sql`insert into person (email, first_name, last_name, time_zone, role)`;
  await expect(sql`${into} values (${values}, 'admin')`.execute(executor)).rejects.toThrow('person_role');
  await expect(sql`${into} values (${values}, null)`.execute(executor)).rejects.toThrow('not-null');
});

test('AUTH-03 an e-mail belongs to one account, also when two are made at once', async () => {
  const make = () => door.auth.port.createAccount({ ...ada, email: 'twice@example.com' });
  const outcomes = await Promise.allSettled([make(), make(), make()]);
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'conflict', field: 'email' });
});

test('AUTH-03 an account without a password is not signed into, with any password', async () => {
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
])('AUTH-03 an account with %o is refused by its field', async (wrong, field) => {
  const account = { ...ada, email: 'right@example.com', ...wrong };
  await expect(door.auth.port.createAccount(account)).rejects.toMatchObject({ code: 'invalid_input', field });
  expect(await door.people.findAccountByEmail('right@example.com')).toBeNull();
});
