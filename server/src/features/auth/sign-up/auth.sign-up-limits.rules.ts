import { resetLimits } from '@trace/contract/auth/sign-up/auth.reset.rules';
import { signUpLimits } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { networkOf } from '@trace/contract/kernel/network';
import type { AttemptLimit } from '../auth.attempts.rules.ts';

const { windowMs } = signUpLimits;

/** Sign-ups of one address; installers among them ask for a certification, and have fewer. */
export function signUpLimitsFor(address: string, isInstaller: boolean): AttemptLimit[] {
  const network = networkOf(address);
  const all = { key: `sign-up address ${network}`, tries: signUpLimits.perAddress, windowMs };
  const installers = { key: `sign-up installer ${network}`, tries: signUpLimits.installersPerAddress, windowMs };
  return isInstaller ? [all, installers] : [all];
}

/** Counted by the e-mail, known or not, so that the limit tells nothing about who exists. */
export function codeMailLimit(email: string): AttemptLimit {
  return { key: `sign-up mail ${email}`, tries: signUpLimits.mailsPerEmail, windowMs };
}

/** Of the sign-up and not of its e-mail: strangers cannot use up the tries of whoever waits for a code. */
export function codeLimits(signUpId: string, address: string): AttemptLimit[] {
  return [
    { key: `code sign-up ${signUpId}`, tries: signUpLimits.codesPerSignUp, windowMs },
    { key: `code address ${networkOf(address)}`, tries: signUpLimits.codesPerAddress, windowMs },
  ];
}

/** Counted by the email address, known or not; a browser that is known to the account has its own count (AUTH-13). */
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
