import { base32 } from '@better-auth/utils/base32';
import { expect, test } from 'vitest';
import { codeOfStep, newTotpKey, stepOfCode, totpUri } from './auth.totp.service.ts';

/** RFC 6238, appendix B: the key is '12345678901234567890'. The last six of its eight digits are our code. */
const key = base32.encode(Buffer.from('12345678901234567890'), { padding: false });

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of second %i is %s, as listed in the standard [AUTH-15]', (sec, code) => {
  expect(codeOfStep(key, Math.floor(sec / 30))).toBe(code);
  expect(stepOfCode(key, code, new Date(sec * 1_000))).toBe(Math.floor(sec / 30));
});

test.each([
  [-31, null],
  [-1, 100],
  [0, 100],
  [59, 100],
  [60, null],
])('accepts a code one step before and one step after its own step: %i s from the start [AUTH-15]', (sec, expected) => {
  const at = new Date((100 * 30 + sec) * 1_000);
  expect(stepOfCode(key, codeOfStep(key, 100), at)).toBe(expected);
});

test('a key has 160 random bits, and the link names the account [AUTH-15]', () => {
  expect(newTotpKey()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpKey()).not.toBe(newTotpKey());
  expect(totpUri('KEY', 'ada+x@example.com')).toBe(
    'otpauth://totp/Trace:ada%2Bx%40example.com?secret=KEY&issuer=Trace&digits=6&period=30',
  );
});
