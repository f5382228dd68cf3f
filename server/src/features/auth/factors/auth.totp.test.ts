import { Secret } from 'otpauth';
import { expect, test } from 'vitest';
import { codeAt } from '#testing/stand-ins/authenticator-app';
import { newTotpKey, stepOfCode, totpUri } from './auth.totp.service.ts';

/** RFC 6238, appendix B. The last six of its eight digits are our code. */
const key = Secret.fromUTF8('12345678901234567890').base32;

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of second %i is %s, as listed in the standard [AUTH-15]', (sec, code) => {
  expect(stepOfCode(key, code, new Date(sec * 1_000))).toBe(Math.floor(sec / 30));
});

test.each([
  [-31, null],
  [-1, 100],
  [0, 100],
  [59, 100],
  [60, null],
])('accepts a code one step before and one step after its own step: %i s from the start [AUTH-15]', (sec, expected) => {
  const code = codeAt(key, new Date(100 * 30_000));
  expect(stepOfCode(key, code, new Date((100 * 30 + sec) * 1_000))).toBe(expected);
});

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', ' 28708'])(
  'refuses %j, which is no code [AUTH-15]',
  (code) => {
    expect(stepOfCode(key, code, new Date(59_000))).toBeNull();
  },
);

test('a key has 160 random bits, and the link names the account [AUTH-15]', () => {
  expect(newTotpKey()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpKey()).not.toBe(newTotpKey());
  const link = new URL(totpUri(key, 'ada+x@example.com'));
  expect(decodeURIComponent(link.pathname)).toMatch(/Trace:ada\+x@example\.com$/);
  expect(Object.fromEntries(link.searchParams)).toMatchObject({
    secret: key,
    issuer: 'Trace',
    digits: '6',
    period: '30',
  });
});
