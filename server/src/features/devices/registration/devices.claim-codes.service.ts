import { claimRules } from '@trace/contract/devices/registration/devices.registration.rules';
import { registrationTexts } from '@trace/contract/devices/registration/devices.registration.texts';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import { fitsClaim } from '#platform/devices/identity/claims';
import { Refusal } from '#platform/refusal/refusal';
import { countAttempts, lockAttempts, updateAttempts } from './devices.claim-codes.store.ts';

/** A claim code shown for a serial, and the hash of the right code. The hash is null when no code is needed. */
export interface ShownClaim {
  readonly serial: string;
  readonly hash: Buffer | null;
  readonly code: string | null;
}

export type ClaimVerdict = 'fits' | 'missing' | 'wrong' | 'too_many';

export type ClaimCodes = ReturnType<typeof createClaimCodes>;

/**
 * REG-09: claim codes prove possession of a device. After ten wrong codes, no code of that person is checked for an
 * hour.
 */
export function createClaimCodes(clock: Clock) {
  return {
    /**
     * Checks the codes in order and counts the wrong codes. The transaction must commit whatever the verdicts: a
     * rolled-back attempt is not counted.
     */
    async judge(tx: Executor, accountId: string, shown: readonly ShownClaim[]): Promise<ClaimVerdict[]> {
      const looked = shown.map(lookAt);
      const isShown = shown.map(({ hash, code }) => hash !== null && !isBlank(code));
      if (!isShown.includes(true)) return looked;
      const now = clock.now();
      const after = new Date(now.getTime() - claimRules.perMs);
      // Right codes change no count, so a caller with right codes takes no lock.
      const isCounting = looked.includes('wrong');
      const before = isCounting
        ? await lockAttempts(tx, accountId, now, after)
        : await countAttempts(tx, accountId, after);
      let wrong = before;
      const verdicts = looked.map((verdict, index): ClaimVerdict => {
        if (!isShown[index]) return verdict;
        if (wrong >= claimRules.tries) return 'too_many';
        if (verdict === 'wrong') wrong += 1;
        return verdict;
      });
      if (wrong > before) await updateAttempts(tx, accountId, wrong);
      return verdicts;
    },
  };
}

const isBlank = (code: string | null): boolean => code === null || code.trim() === '';

function lookAt({ serial, hash, code }: ShownClaim): ClaimVerdict {
  if (hash === null) return 'fits';
  if (code === null || isBlank(code)) return 'missing';
  return fitsClaim(hash, serial, code) ? 'fits' : 'wrong';
}

/** Returns the refusal for a code that does not fit. */
export function refusalOf(verdict: Exclude<ClaimVerdict, 'fits'>): Refusal {
  const field = 'body.claimCode';
  if (verdict === 'missing') return new Refusal('invalid_input', registrationTexts.claimMissing, { field });
  if (verdict === 'wrong') return new Refusal('forbidden', registrationTexts.claimWrong, { field });
  return new Refusal('too_many_requests', registrationTexts.claimTries, {
    field,
    retryAfterSec: claimRules.perMs / 1_000,
  });
}
