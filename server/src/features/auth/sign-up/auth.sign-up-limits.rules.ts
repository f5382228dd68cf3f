import { emailChangeRules } from '@trace/contract/accounts/accounts.rules';
import { resetLimits } from '@trace/contract/auth/sign-up/auth.reset.rules';
import { signUpCode, signUpLimits } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { networkOf } from '@trace/contract/kernel/network';
import type { AttemptLimit } from '../auth.attempts.rules.ts';

const { windowMs } = signUpLimits;

/** Limits unconfirmed sign-ups per address. */
export function signUpLimit(address: string): AttemptLimit {
  const key = `sign-up address ${networkOf(address)}`;
  return { key, tries: signUpLimits.perAddress, windowMs, isPerAddress: true };
}

/** Limits per address how often a certification is not found. */
export function unprovedLimit(address: string): AttemptLimit {
  const key = `sign-up installer ${networkOf(address)}`;
  return { key, tries: signUpLimits.installersPerAddress, windowMs, isPerAddress: true };
}

/** Counts by email, known or unknown, so that the limit does not reveal which accounts exist. */
export function codeMailLimit(email: string): AttemptLimit {
  return { key: `sign-up mail ${email}`, tries: signUpLimits.mailsPerEmail, windowMs: signUpCode.livesMs };
}

/** Counts by sign-up instead of email, so that strangers cannot use up the tries of a user waiting for a code. */
export function codeLimits(signUpId: string, address: string): AttemptLimit[] {
  return [
    { key: `code sign-up ${signUpId}`, tries: signUpLimits.codesPerSignUp, windowMs },
    { key: `code address ${networkOf(address)}`, tries: signUpLimits.codesPerAddress, windowMs, isPerAddress: true },
  ];
}

/** Limits requests for a reset per address. */
export function resetAddressLimit(address: string): AttemptLimit {
  const { perAddress: tries, windowMs } = resetLimits;
  return { key: `reset address ${networkOf(address)}`, tries, windowMs, isPerAddress: true };
}

/** Counts by email address, known or unknown. A browser known to the account has a separate count (AUTH-13). */
export function resetMailLimit(email: string, browserId: string | null): AttemptLimit {
  const key = browserId === null ? `reset mail ${email}` : `reset browser ${browserId}`;
  return { key, tries: resetLimits.mailsPerEmail, windowMs: resetLimits.windowMs };
}

/**
 * Counts by the hash of an address, in use or not, so that the limit does not reveal which accounts exist. The plain
 * address would outlive the account that asked (SET-03).
 */
export function newAddressMailLimit(emailHash: string): AttemptLimit {
  const { mailsPerAddress: tries, mailWindowMs: windowMs } = emailChangeRules;
  return { key: `email change ${emailHash}`, tries, windowMs };
}

/** T28: counts the links that support sends to one account. */
export function supportResetLimit(accountId: string): AttemptLimit {
  return {
    key: `support reset ${accountId}`,
    tries: resetLimits.bySupportPerAccount,
    windowMs: resetLimits.windowMs,
  };
}

export function resetLinkLimit(address: string): AttemptLimit {
  return {
    key: `reset link ${networkOf(address)}`,
    tries: resetLimits.linksPerAddress,
    windowMs: resetLimits.windowMs,
    isPerAddress: true,
  };
}
