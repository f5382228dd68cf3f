import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { plainCode, signUpCode } from '@trace/contract/auth/sign-up/auth.sign-up.rules';

/** Every digit as likely as the others. */
export function newSignUpCode(): string {
  return Array.from({ length: signUpCode.digits }, () => randomInt(10)).join('');
}

/** Formats a code as in the email: `1234 5678`. */
export const shownCode = (code: string): string => code.replace(/(\d{4})(?=\d)/g, '$1 ');

/** The stored form of a code: useless without the server's key, and different for each sign-up. */
export function codeFingerprint(key: Uint8Array, signUpId: string, typed: string): Buffer {
  return createHmac('sha256', key)
    .update(`${signUpId} ${plainCode(typed)}`)
    .digest();
}

/** The form of a code that was mailed to an address, whichever sign-up it was made for. */
export function mailedCodeFingerprint(key: Uint8Array, email: string, typed: string): Buffer {
  return createHmac('sha256', key)
    .update(`mailed ${email} ${plainCode(typed)}`)
    .digest();
}

export function isSameFingerprint(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
