import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/time.ts';

/** AUTH-15: codes of an authenticator app as RFC 6238 makes them, which is all that such apps agree on. */
export const totpRules = {
  digits: 6,
  stepSec: 30,
  /** Steps before and after the current one that are taken too: clocks of phones differ, and people type slowly. */
  drift: 1,
  keyBytes: 20,
} as const;

export const secondFactorLimits = {
  /** How long somebody whose password was right may take for the second step. */
  stepMs: 5 * MINUTE_MS,
  /** How long a set-up that was begun can be confirmed. */
  setUpMs: 15 * MINUTE_MS,
  recoveryCodes: 10,
  /** Wrong codes per account and per address within the window of sign-in. */
  perAccount: 10,
  /** AUTH-18: requests per account within the same window, each of which is a mail. */
  removalsPerAccount: 3,
} as const;

/** AUTH-18: a removal takes effect so long after it was asked for, and lapses when nobody approves it. */
export const removalRules = { waitMs: 24 * HOUR_MS, lapseMs: 7 * DAY_MS } as const;

/** A code as somebody types or pastes it, without the spaces that apps show in it. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '');
}

/** A recovery code in the one form that is compared: people mix up capitals, and leave out the hyphen. */
export function plainRecoveryCode(typed: string): string {
  return plainCode(typed).toUpperCase();
}
