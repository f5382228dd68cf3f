import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import type { CertificationPort } from '#features/certification/certification.port';
import type { CompaniesPort } from '#features/companies/companies.port';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Tx } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { insertPassword } from '../auth.store.ts';
import type { SignUpBrowser } from './auth.sign-up.service.ts';
import { deleteSignUpsOf, insertConfirmed, type SignUpRow } from './auth.sign-up.store.ts';

export interface NewAccountDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly certification: Pick<CertificationPort, 'bind'>;
  readonly companies: Pick<CompaniesPort, 'join'>;
}

/** Turns a confirmed sign-up into an account. */
export function createMakeAccount({ database, clock, certification, companies }: NewAccountDependencies) {
  const bind = async (tx: Tx, row: SignUpRow, personId: string): Promise<void> => {
    if (row.certificationId === null) return;
    const { email, firstName, lastName, certificationMatch } = row;
    const claimant = { personId, email, firstName, lastName };
    const isBound = await certification.bind(tx, row.certificationId, claimant, certificationMatch ?? 'number');
    if (!isBound) throw new Refusal('conflict', signUpTexts.certificationRequired);
  };

  const join = async (
    tx: Tx,
    { invitationId, role }: SignUpRow,
    personId: string,
  ): Promise<'joined' | 'ended' | null> => {
    if (invitationId === null) return null;
    const outcome = await companies.join(tx, { invitationId, personId, role });
    return outcome === 'ended' || outcome === 'full' ? 'ended' : 'joined';
  };

  /** Inserts the person first: concurrent sign-ups of the same address wait for the insert and are then refused. */
  return (
    row: SignUpRow,
    origin: SignUpBrowser['origin'],
  ): Promise<{ id: string; company: 'joined' | 'ended' | null }> =>
    database.transaction(async (tx) => {
      const at = clock.now();
      const id = await insertConfirmed(tx, row, at);
      if (id === undefined) throw new Refusal('conflict', signUpTexts.alreadyRegistered);
      await insertPassword(tx, id, row.passwordHash, at);
      await deleteSignUpsOf(tx, row);
      await bind(tx, row, id);
      const company = await join(tx, row, id);
      const subject = { type: 'account', id };
      const details = { role: row.role, company };
      await recordAudit(tx, { actorId: id, action: 'auth.confirmSignUp', subject, details, ...origin });
      return { id, company };
    });
}
