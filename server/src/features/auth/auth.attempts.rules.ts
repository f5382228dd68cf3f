import { proofLimits } from '@trace/contract/auth/factors/auth.proof.rules';
import { signInLimits } from '@trace/contract/auth/auth.rules';
import { secondFactorLimits } from '@trace/contract/auth/factors/auth.second-factor.rules';
import { networkOf } from '@trace/contract/kernel/network';

/** The key that attempts are counted by, and the limit per window (AUTH-13). */
export interface AttemptLimit {
  readonly key: string;
  readonly tries: number;
  /** How long a window lasts; that of sign-in when left out. */
  readonly windowMs?: number;
  /** Counts by the caller's address, and not at all where all callers share one. */
  readonly isPerAddress?: boolean;
}

/** Counts by the typed email, known or unknown, so that the limit does not reveal which accounts exist. */
export function accountLimit(email: string): AttemptLimit {
  return { key: `account ${email}`, tries: signInLimits.perAccount };
}

/** Tries from a browser that is known to the account, by that browser's id. */
export function knownBrowserLimit(browserId: string): AttemptLimit {
  return { key: `browser ${browserId}`, tries: signInLimits.perAccount };
}

export function addressLimit(address: string): AttemptLimit {
  return { key: `address ${networkOf(address)}`, tries: signInLimits.perAddress, isPerAddress: true };
}

/**
 * Limits codes of a second step. Browsers known to the account have separate counts, which strangers who know the
 * password cannot use up (AUTH-13).
 */
export function secondStepLimits(accountId: string, browserId: string | null): AttemptLimit[] {
  const { perAccount, knownBrowsersPerAccount } = secondFactorLimits;
  if (browserId === null) return [{ key: `code ${accountId}`, tries: perAccount }];
  return [
    { key: `code browser ${browserId}`, tries: perAccount },
    { key: `code browsers ${accountId}`, tries: knownBrowsersPerAccount },
  ];
}

export function removalLimit(accountId: string): AttemptLimit {
  return { key: `removal ${accountId}`, tries: secondFactorLimits.removalsPerAccount };
}

export function proofLimit(accountId: string): AttemptLimit {
  return { key: `proof ${accountId}`, tries: proofLimits.perAccount };
}
