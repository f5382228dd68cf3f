import { describe, expect, test } from 'vitest';
import { containsOwnWord, missingIn, passwordNeeds, plainCode } from './auth.sign-up.rules.ts';
import { signUpSchema } from './auth.sign-up.schema.ts';

describe('password requirements [AUTH-08]', () => {
  test.each<[string, string[]]>([
    ['', [...passwordNeeds]],
    ['Abcde-7', ['length']],
    ['abcdefg-7', ['uppercase']],
    ['ABCDEFG-7', ['lowercase']],
    ['Abcdefg-h', ['number']],
    ['Abcdefg77', ['special']],
    ['Abcdef-7', []],
    ['Correct horse 7', []],
    [' Abcdefg77 ', ['special']],
    ['Grüße aus Köln 7', []],
    ['ÜBER-ähnlich-7', []],
    ['Aa7🙂🙂🙂🙂', ['length']],
    ['Aa7🙂🙂🙂🙂🙂', []],
    ['A7-' + 'x'.repeat(200), []],
    // A letter with a separate accent is one letter, not a special character.
    ['Abcde\u0301fgh7', ['special']],
  ])('password %j lacks %j [AUTH-08]', (password, lacks) => {
    expect(missingIn(password)).toEqual(lacks);
  });
});

test.each([
  ['Ada-likes-rain-7', true],
  ['ADA7lovelace!', true],
  ['adá.7-Lamp', true],
  ['Countess.1815-x', true],
  ['my-Lo-vela-ce-1', true],
  ['Jo-7-lanterns', true],
  ['Trace-2026', true],
  ['Banjos-7-lanterns', false],
  ['Lantern-2026-ferry', false],
])('password %s contains a word of its owner: %s [AUTH-20]', (password, contains) => {
  const owner = { email: 'countess.ada@example.com', names: ['Ada Jo', 'Lovelace', ''] };
  expect(containsOwnWord(password, owner)).toBe(contains);
});

test('accepts a code with the gap that the email shows [AUTH-10]', () => {
  expect(plainCode(' 1234 5678 ')).toBe('12345678');
  expect(plainCode('1234-5678')).toBe('12345678');
});

describe('fields that a sign-up may contain [AUTH-14] [T01]', () => {
  const valid = {
    firstName: 'Ada',
    lastName: 'Byron',
    email: ' ada@example.com ',
    phone: { country: 'AU', number: '0491570156' },
    password: 'Harbour-2026-bridge',
    acceptsTerms: true,
    timeZone: 'Australia/Sydney',
  };

  test('a missing or unknown user type becomes user [AUTH-14]', () => {
    expect(signUpSchema.parse(valid)).toMatchObject({ userType: 'user', email: 'ada@example.com' });
    for (const userType of ['staff', 'admin', '', 7, null, ['installer'], 'INSTALLER'])
      expect(signUpSchema.parse({ ...valid, userType }).userType).toBe('user');
    expect(signUpSchema.parse({ ...valid, userType: 'installer' }).userType).toBe('installer');
  });

  test.each(['role', 'company', 'companyId', 'certificationId', 'premium', 'emailVerified', 'id'])(
    'refuses %s as a field of a sign-up [AUTH-14] [T01]',
    (key) => {
      expect(signUpSchema.safeParse({ ...valid, [key]: 'staff' }).success).toBe(false);
    },
  );
});
