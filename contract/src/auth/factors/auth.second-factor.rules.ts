import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/time.ts';

/** AUTH-15: authenticator app codes as defined by RFC 6238, with the only parameters that all such apps share. */
export const totpRules = {
  digits: 6,
  stepSec: 30,
  /** Steps before and after the current step that are accepted too: phone clocks differ, and people type slowly. */
  drift: 1,
  keyBytes: 20,
} as const;

export const secondFactorLimits = {
  /** How long a user may take for the second step after the correct password. */
  stepMs: 5 * MINUTE_MS,
  /** How long a set-up that was begun can be confirmed. */
  setUpMs: 15 * MINUTE_MS,
  recoveryCodes: 10,
  /** Wrong codes per account and per address within the window of sign-in. */
  perAccount: 10,
  /**
   * Wrong codes from all browsers known to the account together. Each reset makes another browser known, so a stranger
   * who reads the mailbox could otherwise guess without a limit.
   */
  knownBrowsersPerAccount: 30,
  /** The wrong codes within a day, after right passwords, of which the user is told. */
  wrongCodesToMail: 5,
  /** AUTH-18: requests per account within the same window, each of which is a mail. */
  removalsPerAccount: 3,
} as const;

/** AUTH-18: a removal takes effect this long after the request, and lapses without approval. */
export const removalRules = { waitMs: 24 * HOUR_MS, lapseMs: 7 * DAY_MS } as const;

/** Returns a typed or pasted code without the spaces that apps show. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '');
}

/** Returns a recovery code in the canonical form for comparison: users mix up capitals and leave out the hyphen. */
export function plainRecoveryCode(typed: string): string {
  return plainCode(typed).toUpperCase();
}
