import { hubRules } from '@trace/contract/hubs/hubs.rules';
import { networkOf } from '@trace/contract/kernel/network';

export interface TryLimit {
  readonly key: string;
  readonly tries: number;
  readonly perMs: number;
}

/** `address`: null if all callers share an address. */
export const tryLimits = (accountId: string, address: string | null): readonly TryLimit[] => [
  { key: `person ${accountId}`, ...hubRules.perPerson },
  ...(address === null ? [] : [{ key: `address ${networkOf(address)}`, ...hubRules.perAddress }]),
];

/**
 * Returns the pause after this many failures in an hour. A success does not shorten the pause, since any user can
 * succeed with an account of their own.
 */
export function pauseAfterMs(failures: number): number {
  const beyond = failures - hubRules.failuresBeforePause;
  return beyond < 0 ? 0 : Math.min(hubRules.firstPauseMs * 2 ** beyond, hubRules.longestPauseMs);
}
