import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { auditCertification } from './certification.audit.service.ts';
import {
  endPending,
  findConfirmable,
  giveToClaimant,
  lockCertification,
  releaseFromPerson,
  updateOutcome,
  type LockedCertification,
} from './certification.claims.store.ts';
import { normaliseNumber, tidyName } from './certification.rules.ts';

/** What staff decide about the account of a certification (CERT-10). The claimant is mailed within a minute. */
export interface StaffDecisions {
  /**
   * Gives the certification to the account whose claim waits, else to the newest account whose claim ended. Answers the
   * claimant's address, null where it is not known. Refuses `not_found`, and `conflict` when there is no such account or
   * the certification serves one.
   */
  confirm(number: string): Promise<{ number: string; email: string | null }>;
  /** Takes the certification from its account, or ends the claim that waits. Refuses `not_found` and `conflict`. */
  release(number: string): Promise<{ number: string; outcome: 'released' | 'claim_ended' }>;
}

export function createStaffDecisions({ database, clock }: { database: Database; clock: Clock }): StaffDecisions {
  return {
    confirm: (typed) =>
      database.transaction(async (tx) => {
        const { id, number, personId } = await lockOrRefuse(tx, typed);
        if (personId !== null) throw new Refusal('conflict', `${number} serves an account. Release it first.`);
        const claim = await findConfirmable(tx, id);
        if (claim === undefined) throw new Refusal('conflict', `No account claims ${number}.`);
        const at = clock.now();
        if (!(await giveToClaimant(tx, { certificationId: id, claimId: claim.id, at })))
          throw new Refusal('conflict', `The account that claims ${number} has another certification.`);
        await updateOutcome(tx, claim.id, { outcome: 'confirmed', at, isAnew: true });
        await auditCertification(tx, 'certification.confirm', number, { details: { claimantId: claim.personId } });
        return { number, email: claim.claimantEmail };
      }),
    release: (typed) =>
      database.transaction(async (tx) => {
        const { id, number, personId, matchedBy } = await lockOrRefuse(tx, typed);
        const at = clock.now();
        if (personId !== null) {
          await releaseFromPerson(tx, { id, personId, matchedBy: matchedBy ?? 'number' }, at);
          await auditCertification(tx, 'certification.release', number, { details: { accountId: personId } });
          return { number, outcome: 'released' };
        }
        if (!(await endPending(tx, id, { outcome: 'released', at })))
          throw new Refusal('conflict', `${number} serves no account, and no account claims it.`);
        await auditCertification(tx, 'certification.release', number);
        return { number, outcome: 'claim_ended' };
      }),
  };
}

async function lockOrRefuse(tx: Executor, typed: string): Promise<LockedCertification> {
  const certification = await lockCertification(tx, { number: normaliseNumber(typed) });
  if (certification === undefined) throw new Refusal('not_found', `Certification ${tidyName(typed)} not found.`);
  return certification;
}
