import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsole, type Console } from '#testing/console';

let operator: Console;

beforeAll(async () => {
  operator = await openConsole('staff');
});
afterAll(() => operator.close());

test('the console creates a staff account once and shows its password once', async () => {
  const made = await operator.runAlone('add', 'Ann@Example.com', 'Ann', 'Lee');
  expect(made).toMatchObject({ code: 0, complaint: '' });
  expect(made.out).toMatch(/shown only once\): \S{20,}\n$/);
  const rows = await operator.query('select email, first_name, role from person');
  expect(rows).toEqual([{ email: 'ann@example.com', first_name: 'Ann', role: 'staff' }]);
  expect(await operator.runAlone('add', 'ann@example.com')).toMatchObject({ code: 1, out: '' });
});

test('the first staff account of the console manages the others [SUPP-04]', async () => {
  await operator.query('delete from person');
  for (const email of ['first@example.com', 'second@example.com']) await operator.run('add', email);
  const rows = await operator.query(
    'select email, is_active, is_admin from support_staff join person on id = account_id order by email',
  );
  expect(rows).toEqual([
    { email: 'first@example.com', is_active: true, is_admin: true },
    { email: 'second@example.com', is_active: true, is_admin: false },
  ]);
});

test('the console reports wrong input instead of guessing', async () => {
  expect(await operator.run()).toMatchObject({ code: 2, complaint: expect.stringContaining('Usage') as string });
  expect(await operator.run('remove', 'ann@example.com')).toMatchObject({ code: 2 });
  expect(await operator.run('add', 'nonsense')).toMatchObject({
    code: 1,
    complaint: `${signUpTexts.emailInvalid}\n`,
  });
  expect(await operator.run('add', 'bea@example.com', ' ', 'x'.repeat(500))).toMatchObject({
    code: 1,
    complaint: 'Enter a first name. Use a shorter name.\n',
  });
});

test('the console approves the removal of a second factor once [AUTH-18]', async () => {
  await operator.run('add', 'lost@example.com');
  const approve = () => operator.run('approve-second-factor', 'Lost@example.com');
  expect(await approve()).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('no removal request') as string,
  });
  await operator.query(`with lost as (select id from person where email = 'lost@example.com'),
       factor as (insert into second_factor (person_id, sealed_key, confirmed_at, created_at)
         select id, '', now(), now() from lost returning person_id)
     insert into second_factor_removal (person_id, cancel_hash, asked_at)
       select person_id, '\\x00', '2026-03-02T12:00:00Z' from factor`);
  expect(await approve()).toMatchObject({
    code: 0,
    out: expect.stringContaining('2026-03-03T12:00:00.000Z') as string,
  });
  expect(await approve()).toMatchObject({ code: 1 });
  expect(await operator.run('approve-second-factor', 'a@example.com', 'b')).toMatchObject({ code: 2 });
});
