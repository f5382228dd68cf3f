import { resetLimits } from '@trace/contract/auth/sign-up/auth.reset.rules';
import { signUpLimits } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { networkOf } from '@trace/contract/kernel/network';
import type { AttemptLimit } from '../auth.attempts.rules.ts';

const { windowMs } = signUpLimits;

/** Limits sign-ups per address. Installers trigger a certification check and therefore have a lower limit. */
export function signUpLimitsFor(address: string, isInstaller: boolean): AttemptLimit[] {
  const network = networkOf(address);
  const all = { key: `sign-up address ${network}`, tries: signUpLimits.perAddress, windowMs };
  const installers = { key: `sign-up installer ${network}`, tries: signUpLimits.installersPerAddress, windowMs };
  return isInstaller ? [all, installers] : [all];
}

/** Counts by email, known or unknown, so that the limit does not reveal which accounts exist. */
export function codeMailLimit(email: string): AttemptLimit {
  return { key: `sign-up mail ${email}`, tries: signUpLimits.mailsPerEmail, windowMs };
}

/** Counts by sign-up instead of email, so that strangers cannot use up the tries of a user waiting for a code. */
export function codeLimits(signUpId: string, address: string): AttemptLimit[] {
  return [
    { key: `code sign-up ${signUpId}`, tries: signUpLimits.codesPerSignUp, windowMs },
    { key: `code address ${networkOf(address)}`, tries: signUpLimits.codesPerAddress, windowMs },
  ];
}

/** Counts by email address, known or unknown. A browser known to the account has a separate count (AUTH-13). */
export function resetMailLimits(email: string, address: string, browserId: string | null): AttemptLimit[] {
  const ofAddress = {
    key: `reset address ${networkOf(address)}`,
    tries: resetLimits.perAddress,
    windowMs: resetLimits.windowMs,
  };
  const key = browserId === null ? `reset mail ${email}` : `reset browser ${browserId}`;
  const ofEmail = { key, tries: resetLimits.mailsPerEmail, windowMs: resetLimits.windowMs };
  return [ofAddress, ofEmail];
}

export function resetLinkLimit(address: string): AttemptLimit {
  return {
    key: `reset link ${networkOf(address)}`,
    tries: resetLimits.linksPerAddress,
    windowMs: resetLimits.windowMs,
  };
}
