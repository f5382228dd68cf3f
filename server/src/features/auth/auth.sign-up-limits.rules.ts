import { resetLimits } from '@trace/contract/auth/auth.reset.rules';
import { signUpLimits } from '@trace/contract/auth/auth.sign-up.rules';
import { networkOf } from '@trace/contract/kernel/network';
import type { AttemptLimit } from './auth.attempts.rules.ts';

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

/** Counted by the e-mail, known or not; not on a browser that its owner uses (AUTH-13). */
export function resetMailLimits(email: string, address: string, isOwnersDevice: boolean): AttemptLimit[] {
  const ofAddress = {
    key: `reset address ${networkOf(address)}`,
    tries: resetLimits.perAddress,
    windowMs: resetLimits.windowMs,
  };
  const ofEmail = { key: `reset mail ${email}`, tries: resetLimits.mailsPerEmail, windowMs: resetLimits.windowMs };
  return isOwnersDevice ? [ofAddress] : [ofAddress, ofEmail];
}

export function resetLinkLimit(address: string): AttemptLimit {
  return {
    key: `reset link ${networkOf(address)}`,
    tries: resetLimits.linksPerAddress,
    windowMs: resetLimits.windowMs,
  };
}
