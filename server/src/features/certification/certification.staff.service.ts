import type { PeoplePort } from '#features/people/people.port';
import { consoleSource, type AuditSource } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { auditCertification } from './certification.audit.service.ts';
import {
  endPending,
  findConfirmable,
  findHolder,
  giveToClaimant,
  isClaimantGone,
  lockCertification,
  releaseFromPerson,
  updateOutcome,
  type LockedCertification,
} from './certification.claims.store.ts';
import { normaliseNumber, tidyName } from './certification.rules.ts';

/**
 * The decisions of staff about the account of a certification (CERT-10). The claimant gets an email within a minute.
 */
export type StaffDecisions = ReturnType<typeof createStaffDecisions>;

export interface StaffDecisionsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly people: Pick<PeoplePort, 'lockAccount'>;
}

export function createStaffDecisions({ database, clock, people }: StaffDecisionsDependencies) {
  return {
    /**
     * Binds the certification to the account of the pending claim, else to the newest account whose claim has ended.
     * Returns the claimant's address, or null if unknown. Refuses with `not_found`. Refuses with `conflict` if no such
     * account exists or the certification is bound to an account.
     */
    confirm: async (
      typed: string,
      source: AuditSource = consoleSource,
    ): Promise<{ number: string; email: string | null }> => {
      try {
        return await database.transaction((tx) => confirmIn(tx, typed, { source, at: clock.now() }));
      } catch (error) {
        if (isClaimantGone(error)) throw new Refusal('conflict', noClaimOf(normaliseNumber(typed)), { cause: error });
        throw error;
      }
    },
    /** Unbinds the certification from the account, or ends the pending claim. Refuses with `not_found` and `conflict`. */
    release: (
      typed: string,
      source: AuditSource = consoleSource,
    ): Promise<{ number: string; outcome: 'released' | 'claim_ended' }> =>
      database.transaction(async (tx) => {
        // Before the certification: a deletion of the account locks the account, then the certification.
        const holderId = await findHolder(tx, normaliseNumber(typed));
        if (holderId !== null) await people.lockAccount(tx, holderId);
        const { id, number, personId, matchedBy } = await lockOrRefuse(tx, typed);
        const at = clock.now();
        if (personId !== null) {
          await releaseFromPerson(tx, { id, personId, matchedBy: matchedBy ?? 'number' }, at);
          await auditCertification(tx, 'certification.release', number, {
            ...source,
            details: { accountId: personId },
          });
          return { number, outcome: 'released' };
        }
        if (!(await endPending(tx, id, { outcome: 'released', at })))
          throw new Refusal('conflict', `${number} serves no account, and no account claims it.`);
        await auditCertification(tx, 'certification.release', number, source);
        return { number, outcome: 'claim_ended' };
      }),
  };
}

async function confirmIn(
  tx: Executor,
  typed: string,
  { source, at }: { source: AuditSource; at: Date },
): Promise<{ number: string; email: string | null }> {
  const { id, number, personId } = await lockOrRefuse(tx, typed);
  if (personId !== null) throw new Refusal('conflict', `${number} serves an account. Release it first.`);
  const claim = await findConfirmable(tx, id);
  if (claim === undefined) throw new Refusal('conflict', noClaimOf(number));
  if (!(await giveToClaimant(tx, { certificationId: id, claimId: claim.id, at })))
    throw new Refusal('conflict', `The account that claims ${number} has another certification.`);
  await updateOutcome(tx, claim.id, { outcome: 'confirmed', at, isAnew: true });
  await auditCertification(tx, 'certification.confirm', number, { ...source, details: { claimantId: claim.personId } });
  return { number, email: claim.claimantEmail };
}

const noClaimOf = (number: string): string => `No account claims ${number}.`;

async function lockOrRefuse(tx: Executor, typed: string): Promise<LockedCertification> {
  const certification = await lockCertification(tx, { number: normaliseNumber(typed) });
  if (certification === undefined) throw new Refusal('not_found', `Certification ${tidyName(typed)} not found.`);
  return certification;
}
