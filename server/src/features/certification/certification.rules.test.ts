import { DAY_MS } from '@trace/contract/kernel/time';
import { describe, expect, test } from 'vitest';
import {
  chooseCandidate,
  keysOf,
  nameKeyOf,
  normaliseNumber,
  validityAt,
  type Candidate,
} from './certification.rules.ts';

test.each([
  ['CERT-001-2024', 'CERT-001-2024'],
  [' cert-001-2024 ', 'CERT-001-2024'],
  ['cert 001 2024', 'CERT0012024'],
  ['CERT\u2013001\u20112024', 'CERT-001-2024'],
  ['CERT-001\u00A0-2024\u200B', 'CERT-001-2024'],
  ['\uFF23\uFF25\uFF32\uFF34-1', 'CERT-1'],
  ['   ', ''],
])('normalises the number %j to %j [CERT-05]', (typed, number) => {
  expect(normaliseNumber(typed)).toBe(number);
});

test.each([
  ['Noah Tan', 'noah tan'],
  ['  NOAH   tan ', 'noah tan'],
  ['No\u00EBl O\u2019Brien', "no\u00EBl o'brien"],
  ['Noe\u0308l', 'no\u00EBl'],
  ['\u202ENoah\u200F Tan', 'noah tan'],
  ['\u0645\u062D\u0645\u062F', '\u0645\u062D\u0645\u062F'],
])('normalises the name %j to %j [CERT-03]', (name, key) => {
  expect(nameKeyOf(name)).toBe(key);
});

const noah = { email: ' Noah@SparkFit.example ', firstName: ' Noah ', lastName: ' Tan ', number: null };
const record = (id: string, change: Partial<Candidate> = {}): Candidate => ({
  id,
  number: `CERT-${id}`,
  email: 'noah@sparkfit.example',
  nameKey: 'noah tan',
  ...change,
});
const choose = (number: string | null, ...candidates: Candidate[]) =>
  chooseCandidate(keysOf({ ...noah, number }), candidates);

describe('matching an applicant to a certification', () => {
  const named = record('2', { email: 'work@sparkfit.example' });
  const stranger = record('3', { email: 'mia@post.example', nameKey: 'mia novak' });

  test('matches by email first, then by name [CERT-03]', () => {
    expect(choose(null, record('1', { nameKey: 'n tan' }), named)).toEqual({ certificationId: '1', match: 'email' });
    expect(choose(null, named)).toEqual({ certificationId: '2', match: 'name' });
    expect(choose(null, stranger)).toBeNull();
    expect(choose(null)).toBeNull();
  });

  test('a name shared by two people needs the number to match [CERT-03]', () => {
    const namesake = record('4', { email: 'other@tan.example' });
    expect(choose(null, named, namesake)).toBeNull();
    expect(choose('cert-4', named, namesake)).toEqual({ certificationId: '4', match: 'number' });
    const older = record('5', { email: named.email });
    expect(choose(null, named, older)).toEqual({ certificationId: '2', match: 'name' });
  });

  test('chooses by email when a number is typed whose record has the email [CERT-05 CERT-10]', () => {
    expect(choose('cert-1', record('1', { nameKey: 'n tan' }))).toEqual({ certificationId: '1', match: 'email' });
    expect(choose('cert-2', record('1'), named)).toEqual({ certificationId: '2', match: 'number' });
  });

  test('a number matches only with the email or name of the same record [CERT-05]', () => {
    expect(choose('CERT-3', record('1'), stranger)).toBeNull();
    expect(choose('CERT-9', record('1'))).toBeNull();
    expect(choose('  ', record('1'))).toEqual({ certificationId: '1', match: 'email' });
  });
});

describe('state of a certification [CERT-09]', () => {
  const now = new Date('2026-06-01T00:00:00.000Z');
  const inDays = (days: number): Date => new Date(now.getTime() + days * DAY_MS);

  test.each([
    ['without an end', null, null, 'valid', null],
    ['31 days before its end', 31, null, 'valid', null],
    ['30 days before its end', 30, null, 'expiring', null],
    ['at its end', 0, null, 'ended', 'expired'],
    ['expired', -3, null, 'ended', 'expired'],
    ['revoked', 300, -3, 'ended', 'revoked'],
    ['revoked without an end', null, 0, 'ended', 'revoked'],
    ['revoked after it had expired', -9, -3, 'ended', 'expired'],
  ] as const)('%s', (_, expires, revoked, state, reason) => {
    const ends = {
      expiresAt: expires === null ? null : inDays(expires),
      revokedAt: revoked === null ? null : inDays(revoked),
    };
    const validity = validityAt(ends, now);
    expect(validity).toMatchObject({ state, reason });
    expect(validity.servicingUntil?.getTime()).toBe(
      state === 'ended' ? validity.endsAt!.getTime() + 30 * DAY_MS : undefined,
    );
  });
});
