import { describe, expect, test } from 'vitest';
import { passkeyNameSchema } from '../auth/factors/auth.passkeys.schema.ts';
import { companyDetailsSchema, inviteSchema } from '../companies/companies.schema.ts';
import { nicknameSchema } from '../devices/registration/devices.registration.schema.ts';
import { profileChangeSchema } from '../accounts/accounts.schema.ts';
import { signUpSchema } from '../auth/sign-up/auth.sign-up.schema.ts';
import { hasLink, hasVisibleLetter, isPlainLine } from './name.ts';
import { nameTexts } from './name.texts.ts';

const good = [
  "Seán O'Brien",
  'Jörg',
  '李',
  'Dr. J.P. Smith Jr.',
  'St.John',
  'Nr.7',
  '3M',
  'Ærial & Söhne',
  'שלום',
  '🚐 Van 2',
];
const links = [
  'Sign in now at https://evil.example',
  'www.evil',
  'evil.com',
  'Call evil.co.uk now',
  'Account locked: trace.support',
  'Confirm at trace-portal.help',
  'ｅｖｉｌ．ｃｏｍ',
  'evil.\u200bcom',
];
const unseen = ['\u200b', '\u2800', '\u3164', '\u115f\u1160', '\ufe0f', '🚐', '...'];

test.each(good)('accepts %s as a name [COMP-02] [AUTH-05]', (name) => {
  expect([isPlainLine(name), hasVisibleLetter(name), hasLink(name)]).toEqual([true, true, false]);
});

test('refuses control characters and marks that change the direction of text [COMP-02]', () => {
  for (const name of ['a\nb', 'a\u0000', '\u202egnp', '\u2066x', 'a\u2028b', '\u200fx'])
    expect(isPlainLine(name)).toBe(false);
});

describe('every name that a person types', () => {
  const firstOf = (issues: { message: string; path: PropertyKey[] }[] | undefined, field: string) =>
    issues?.filter(({ path }) => path.length === 0 || path[0] === field)[0]?.message;
  const fields: [string, (name: string) => string | undefined][] = [
    ...(['firstName', 'lastName', 'businessName'] as const).flatMap(
      (field): [string, (name: string) => string | undefined][] => [
        [`${field} at sign-up`, (name) => firstOf(signUpSchema.safeParse({ [field]: name }).error?.issues, field)],
        [
          `${field} in settings`,
          (name) => firstOf(profileChangeSchema.safeParse({ [field]: name }).error?.issues, field),
        ],
      ],
    ),
    ['name of a company', (name) => firstOf(companyDetailsSchema.safeParse({ name }).error?.issues, 'name')],
    ['name of an invited person', (name) => firstOf(inviteSchema.safeParse({ name }).error?.issues, 'name')],
    ['name of a passkey', (name) => firstOf(passkeyNameSchema.safeParse(name).error?.issues, '')],
    ['name of a device', (name) => firstOf(nicknameSchema.safeParse(name).error?.issues, '')],
  ];

  test.each(fields)('%s is refused with a link or without a visible letter [COMP-02] [AUTH-05]', (_, problemOf) => {
    for (const name of links) expect([name, problemOf(name)]).toEqual([name, nameTexts.link]);
    for (const name of unseen) expect([name, problemOf(name)]).toEqual([name, nameTexts.noLetter]);
    for (const name of good) expect([name, problemOf(name)]).toEqual([name, undefined]);
  });
});
