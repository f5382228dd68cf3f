import { secondFactorLimits } from '@trace/contract/auth/factors/auth.second-factor.rules';
import type { SecondStep, TotpSetUp } from '@trace/contract/auth/factors/auth.second-factor.schema';
import { secondFactorMails, secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import { recordAudit, ownEntryOf } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Executor, Tx } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import type { Secrets } from '#platform/secrets/secrets';
import { newRecoveryCodes, recoveryFingerprint } from '../auth.tokens.service.ts';
import { deleteRemoval } from './auth.second-factor-removal.store.ts';
import {
  confirmKey,
  countRecoveryCodes,
  findSecondFactor,
  keepPendingKey,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeTotpStep,
} from './auth.second-factor.store.ts';
import { newTotpKey, stepOfCode, totpUri } from './auth.totp.service.ts';

/** The owner of a second factor. */
export interface Owner {
  readonly personId: string;
  readonly email: string;
}

/** Where a write came from, for the audit log. */
export interface Source {
  readonly requestId: string;
  readonly address: string;
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;

export interface SecondFactorsOptions {
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly mail: Mail;
}

/** AUTH-15: codes of an authenticator app, and recovery codes in case the app is lost. */
export function createSecondFactors({ clock, secrets, mail }: SecondFactorsOptions) {
  const codeKey = secrets.deriveKey('recovery-code');

  /** Replaces the recovery codes of a user. */
  const newCodes = async (tx: Tx, personId: string): Promise<string[]> => {
    const codes = newRecoveryCodes();
    const fingerprints = codes.map((code) => recoveryFingerprint(codeKey, personId, code));
    await replaceRecoveryCodes(tx, personId, fingerprints);
    return codes;
  };

  /** Creates a key for a user. Refuses with `conflict` if a second factor is on. */
  const beginSetUp = async (executor: Executor, { personId, email }: Owner): Promise<TotpSetUp> => {
    const key = newTotpKey();
    const isKept = await keepPendingKey(executor, personId, secrets.seal(key, contextOf(personId)), clock.now());
    if (!isKept) throw new Refusal('conflict', secondFactorTexts.alreadyOn);
    return { key, uri: totpUri(key, email) };
  };

  /**
   * Confirms the pending second factor with a code and returns recovery codes. Refuses a wrong code, and refuses with
   * `gone`.
   */
  const finishSetUp = async (tx: Tx, { personId, email }: Owner, code: string, source: Source): Promise<string[]> => {
    const at = clock.now();
    const pending = await findSecondFactor(tx, personId);
    if (pending === undefined || pending.confirmedAt !== null || isSetUpOver(pending.createdAt, at)) {
      throw new Refusal('gone', secondFactorTexts.setUpOver);
    }
    const { sealedKey } = pending;
    const step = stepOfCode(secrets.open(sealedKey, contextOf(personId)), code, at);
    if (step === null) throw wrongCode('code');
    if (!(await confirmKey(tx, { personId, sealedKey, step, at }))) {
      throw new Refusal('gone', secondFactorTexts.setUpOver);
    }
    await recordAudit(tx, ownEntryOf(personId, source, 'auth.confirmSecondFactor'));
    await mail.send(tx, {
      ...secondFactorMails.turnedOn,
      to: email,
      reason: 'account',
      key: `second-factor-on:${source.requestId}`,
    });
    return newCodes(tx, personId);
  };

  const acceptCode = async (tx: Tx, personId: string, code: string): Promise<boolean> => {
    const row = await findSecondFactor(tx, personId);
    if (row === undefined || row.confirmedAt === null) return false;
    const step = stepOfCode(secrets.open(row.sealedKey, contextOf(personId)), code, clock.now());
    return step !== null && takeTotpStep(tx, personId, step);
  };

  const acceptRecoveryCode = async (tx: Tx, { personId, email }: Owner, typed: string): Promise<boolean> => {
    const fingerprint = recoveryFingerprint(codeKey, personId, typed);
    if (!(await takeRecoveryCode(tx, personId, fingerprint))) return false;
    const left = await countRecoveryCodes(tx, personId);
    const key = `recovery-code-used:${fingerprint.toString('base64url')}`;
    await mail.send(tx, { ...secondFactorMails.recoveryCodeUsed(left), to: email, reason: 'account', key });
    return true;
  };

  return {
    newCodes,
    beginSetUp,
    finishSetUp,
    /**
     * Uses up a right code and cancels a pending removal request. Refuses a wrong or used code, whereupon the caller
     * rolls back.
     */
    accept: async (tx: Tx, owner: Owner, given: SecondStep): Promise<void> => {
      // Deletes the request before changing the factor. The sweep of due removals locks in the same order.
      await deleteRemoval(tx, owner.personId);
      if ('code' in given) {
        if (!(await acceptCode(tx, owner.personId, given.code))) throw wrongCode('code');
      } else if (!(await acceptRecoveryCode(tx, owner, given.recoveryCode))) throw wrongCode('recoveryCode');
    },
  };
}

/** The refusal of a wrong code, with the field that contained the code. */
export function wrongCode(kind: 'code' | 'recoveryCode'): Refusal {
  const text = kind === 'code' ? secondFactorTexts.wrongCode : secondFactorTexts.wrongRecoveryCode;
  return new Refusal('wrong_credentials', text, { field: `body.${kind}` });
}

/** The context of a sealed key, which opens only for the same person. */
const contextOf = (personId: string): string => `second-factor:${personId}`;

const isSetUpOver = (begunAt: Date, now: Date): boolean =>
  now.getTime() - begunAt.getTime() > secondFactorLimits.setUpMs;
