import { createHash, randomBytes } from 'node:crypto';
import { CLAIM_LIVES_MS, CLAIM_PATH } from '@trace/contract/certification/certification.rules';
import { certificationMails, claimPageTexts } from '@trace/contract/certification/certification.claim.texts';
import { fullName } from '@trace/contract/kernel/full-name';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import { auditCertification } from './certification.audit.service.ts';
import {
  endPending,
  findByToken,
  giveToClaimant,
  insertClaim,
  isClaimantGone,
  lockCertification,
  updateOutcome,
  type LockedCertification,
} from './certification.claims.store.ts';
import type { CertificationMatch, Claimant } from './certification.port.ts';
import { dayOf, validityAt } from './certification.rules.ts';

const TOKEN_BYTES = 32;

/** The time zone of the address on record is unknown. */
const RECORD_TIME_ZONE = 'UTC';

/** The source of an answer, for the audit log. The person who opens the link need not be signed in. */
export interface AnswerSource {
  readonly actorId: string | null;
  readonly requestId: string;
  readonly address: string;
}

export type Claims = ReturnType<typeof createClaims>;

export interface ClaimsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly mail: Pick<Mail, 'send'>;
  portalUrl(): string;
}

/** Claims of certifications by accounts that were found by name, not by the record's e-mail (CERT-10). */
export function createClaims({ database, clock, mail, portalUrl }: ClaimsDependencies) {
  const askHolder = (
    tx: Executor,
    certification: LockedCertification,
    claimant: Claimant,
    claim: { id: string; token: string; expiresAt: Date },
  ): Promise<void> =>
    mail.send(tx, {
      ...certificationMails.claim({
        number: certification.number,
        name: fullName(claimant),
        email: claimant.email,
        link: `${portalUrl()}${CLAIM_PATH}#${claim.token}`,
        until: dayOf(claim.expiresAt, RECORD_TIME_ZONE),
      }),
      to: certification.email,
      reason: 'certification',
      key: `certification-claim:${claim.id}`,
    });

  return {
    /**
     * Stores a claim and asks the address on record. False when the certification has ended, serves an account, has a
     * claim that waits, or was claimed too often.
     */
    open: async (
      tx: Executor,
      certification: LockedCertification,
      claimant: Claimant,
      match: CertificationMatch,
    ): Promise<boolean> => {
      const at = clock.now();
      if (certification.personId !== null || validityAt(certification, at).state === 'ended') return false;
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const expiresAt = new Date(at.getTime() + CLAIM_LIVES_MS);
      const id = await insertClaim(tx, {
        certificationId: certification.id,
        personId: claimant.personId,
        email: claimant.email,
        match,
        tokenHash: hashOf(token),
        createdAt: at,
        expiresAt,
      });
      if (id === undefined) return false;
      await askHolder(tx, certification, claimant, { id, token, expiresAt });
      const details = { match };
      await auditCertification(tx, 'certification.claim', certification.number, {
        actorId: claimant.personId,
        details,
      });
      return true;
    },
    /** Ends a pending claim for a certification that the rightful holder, `personId`, has just taken. */
    endTaken: async (tx: Executor, { id, number }: LockedCertification, personId: string): Promise<void> => {
      if (!(await endPending(tx, id, { outcome: 'taken', at: clock.now() }))) return;
      await auditCertification(tx, 'certification.takeFromClaim', number, { actorId: personId });
    },
    /** Answers by the token of the mail, once. Refuses `gone`. */
    answer: async (token: string, answer: 'yes' | 'no', source: AnswerSource): Promise<'confirmed' | 'declined'> => {
      try {
        return await database.transaction((tx) => answerIn(tx, hashOf(token), { answer, source, at: clock.now() }));
      } catch (error) {
        if (isClaimantGone(error)) throw isOver();
        throw error;
      }
    },
  };
}

async function answerIn(
  tx: Executor,
  tokenHash: Buffer,
  { answer, source, at }: { answer: 'yes' | 'no'; source: AnswerSource; at: Date },
): Promise<'confirmed' | 'declined'> {
  const claim = await findByToken(tx, tokenHash, at);
  const certification = claim && (await lockCertification(tx, { id: claim.certificationId }));
  if (claim === undefined || certification === undefined) throw isOver();
  const outcome = answer === 'yes' ? 'confirmed' : 'declined';
  // Before the claim: a deletion of the claimant's account locks the account, then the claim.
  const given = { certificationId: certification.id, claimId: claim.id, at };
  if (answer === 'yes' && !(await giveToClaimant(tx, given))) throw isOver();
  // Of two concurrent answers, the second finds that the claim already has an outcome.
  if (!(await updateOutcome(tx, claim.id, { outcome, at }))) throw isOver();
  const details = { answer, claimantId: claim.personId };
  await auditCertification(tx, 'certification.answerClaim', certification.number, { ...source, details });
  return outcome;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const isOver = (): Refusal => new Refusal('gone', claimPageTexts.over);
