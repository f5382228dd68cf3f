import { claimLimit } from '@trace/contract/certification/certification.rules';
import { certificationMails } from '@trace/contract/certification/certification.claim.texts';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { recordAudits } from '#platform/audit/audit';
import type { Executor } from '#platform/db/database';
import {
  deleteForgottenClaims,
  expireClaims,
  findUnmailedClaim,
  updateClaimMailed,
  type EndedClaim,
} from './certification.claims.store.ts';
import type { UnassignmentDependencies } from './certification.endings.service.ts';
import { missingReasonOf, validityAt } from './certification.rules.ts';
import { findOfPerson } from './certification.store.ts';

/** Number of claims that a round expires or deletes. */
const BATCH = 1_000;

export type ClaimOutcomes = ReturnType<typeof createClaimOutcomes>;

export function createClaimOutcomes({ database, clock, mail, people }: UnassignmentDependencies) {
  const expire = (): Promise<void> =>
    database.transaction(async (tx) => {
      const numbers = await expireClaims(tx, clock.now(), BATCH);
      const entries = numbers.map((number) => ({
        actorId: null,
        action: 'certification.expireClaim',
        subject: { type: 'certification', id: number },
        details: {},
        requestId: null,
        address: null,
      }));
      if (entries.length > 0) await recordAudits(tx, entries);
    });

  const mailNext = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const claim = await findUnmailedClaim(tx);
      if (claim === undefined) return false;
      await mailOutcome(tx, claim);
      await updateClaimMailed(tx, claim.id, clock.now());
      return true;
    });

  const hasEnded = async (tx: Executor, personId: string): Promise<boolean> => {
    const held = await findOfPerson(tx, personId);
    return held !== undefined && validityAt(held, clock.now()).state === 'ended';
  };

  const mailOutcome = async (tx: Executor, { id, personId, outcome, endedAt }: EndedClaim): Promise<void> => {
    const claimant = (await people.accountsOf([personId])).get(personId);
    if (claimant === undefined) return;
    // The mail about the ending says what holds (CERT-09).
    if (outcome === 'confirmed' && (await hasEnded(tx, personId))) return;
    const { missingBecause } = certificationTexts;
    const { outcome: mails } = certificationMails;
    const words = outcome === 'confirmed' ? mails.confirmed : mails.ended(missingBecause[missingReasonOf(outcome)]);
    const key = `certification-claim-outcome:${id}:${endedAt.toISOString()}`;
    await mail.send(tx, { ...words, to: claimant.email, reason: 'account', key });
  };

  return {
    /** Expires claims without an answer, then mails each claimant the outcome once, in any number of processes. */
    settle: async (): Promise<void> => {
      await expire();
      while (await mailNext());
      const before = new Date(clock.now().getTime() - claimLimit.windowMs);
      await deleteForgottenClaims(database.sql, before, BATCH);
    },
  };
}
