import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import { plainRecoveryCode, secondFactorLimits } from '@trace/contract/auth/factors/auth.second-factor.rules';

/** Letters and digits that are hard to confuse: no 0, 1, I, L, O, U. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Nearly fifty bits: enough against guessing at a limited door, and short enough to be typed. */
const CODE_LENGTH = 10;
const TOKEN_BYTES = 32;

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** A token has 256 random bits and cannot be guessed, so a plain hash is sufficient. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A set of recovery codes such as `7KMNP-Q4RST`. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < secondFactorLimits.recoveryCodes) codes.add(newRecoveryCode());
  return [...codes];
}

function newRecoveryCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]!).join('');
  return `${letters.slice(0, CODE_LENGTH / 2)}-${letters.slice(CODE_LENGTH / 2)}`;
}

/** The stored form of a recovery code: useless without the server's key, and different for each person. */
export function recoveryFingerprint(key: Uint8Array, personId: string, typed: string): Buffer {
  return createHmac('sha256', key)
    .update(`${personId} ${plainRecoveryCode(typed)}`)
    .digest();
}
