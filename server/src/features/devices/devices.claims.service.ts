import { claimRules } from '@trace/contract/devices/devices.registration.rules';
import { registrationTexts } from '@trace/contract/devices/devices.registration.texts';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import { fitsClaim } from '#platform/devices/claims';
import { Refusal } from '#platform/refusal/refusal';
import { holdTries, updateTries } from './devices.claims.store.ts';

/** A code that somebody shows for a serial, and the hash of the one that is right; null where none is needed. */
export interface ShownClaim {
  readonly serial: string;
  readonly hash: Buffer | null;
  readonly code: string | null;
}

export type ClaimVerdict = 'fits' | 'missing' | 'wrong' | 'too_many';

export interface Claims {
  /**
   * Judges the codes in their order and counts the wrong ones. The transaction must commit whatever the verdicts are:
   * what is rolled back was never tried.
   */
  judge(tx: Executor, accountId: string, shown: readonly ShownClaim[]): Promise<ClaimVerdict[]>;
}

/** REG-09: proof that somebody has the device; after ten wrong codes no code of that person is looked at for an hour. */
export function createClaims(clock: Clock): Claims {
  return {
    async judge(tx, accountId, shown) {
      if (shown.every(({ hash, code }) => hash === null || isBlank(code))) return shown.map(withoutLooking);
      const now = clock.now();
      const before = await holdTries(tx, accountId, now, new Date(now.getTime() - claimRules.perMs));
      let wrong = before;
      const verdicts = shown.map((claim) => {
        if (claim.hash === null || isBlank(claim.code)) return withoutLooking(claim);
        if (wrong >= claimRules.tries) return 'too_many';
        if (fitsClaim(claim.hash, claim.serial, claim.code!)) return 'fits';
        wrong += 1;
        return 'wrong';
      });
      if (wrong > before) await updateTries(tx, accountId, wrong);
      return verdicts;
    },
  };
}

const isBlank = (code: string | null): boolean => code === null || code.trim() === '';

const withoutLooking = ({ hash }: ShownClaim): ClaimVerdict => (hash === null ? 'fits' : 'missing');

/** What refuses a code that does not fit. */
export function refusalOf(verdict: Exclude<ClaimVerdict, 'fits'>): Refusal {
  const field = 'body.claimCode';
  if (verdict === 'missing') return new Refusal('invalid_input', registrationTexts.claimMissing, { field });
  if (verdict === 'wrong') return new Refusal('forbidden', registrationTexts.claimWrong, { field });
  return new Refusal('too_many_requests', registrationTexts.claimTries, {
    field,
    retryAfterSec: claimRules.perMs / 1_000,
  });
}
