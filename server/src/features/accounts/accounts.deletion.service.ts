import type { AuthPort } from '#features/auth/auth.port';
import type { PeoplePort } from '#features/people/people.port';
import type { PersonData } from '#platform/actor/person-data';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Tx } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import type { Revivable } from '#platform/tombstones/tombstones';

export interface DeletionDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly mail: Pick<Mail, 'forget'>;
  readonly auth: Pick<AuthPort, 'emailsOf'>;
  readonly people: Pick<PeoplePort, 'lockAccount' | 'accountIds'>;
  personData(): readonly PersonData[];
}

/** Returns the reason why the account cannot be deleted yet, or null. */
export async function findHold(tx: Tx, accountId: string, personData: readonly PersonData[]): Promise<string | null> {
  for (const data of personData) {
    const reason = await data.holdsBack?.(tx, accountId);
    if (typeof reason === 'string') return reason;
  }
  return null;
}

/** Deletes a locked account with its data in all features, and the emails to its addresses. */
export async function forgetEverywhere(
  tx: Tx,
  accountId: string,
  { personData, mail, auth, clock }: Pick<DeletionDependencies, 'personData' | 'mail' | 'auth' | 'clock'>,
): Promise<void> {
  const emails = await auth.emailsOf(tx, accountId);
  for (const data of personData()) await data.forget(tx, accountId, clock.now());
  for (const email of emails) await mail.forget(tx, { accountId, email });
}

/** Accounts that a restored database has revived. They are deleted again without an email. */
export function revivableAccounts(dependencies: DeletionDependencies): Revivable {
  const { database, people, personData } = dependencies;
  return {
    list: () => people.accountIds(),
    async end(accountId) {
      const reason = await database.transaction(async (tx) => {
        if (!(await people.lockAccount(tx, accountId))) return null;
        const hold = await findHold(tx, accountId, personData());
        if (hold !== null) return hold;
        await forgetEverywhere(tx, accountId, dependencies);
        await recordAudit(tx, {
          ...{ actorId: null, action: 'accounts.deleteAgain', subject: { type: 'account', id: accountId } },
          ...{ details: {}, requestId: null, address: null },
        });
        return null;
      });
      if (reason === null) for (const data of personData()) data.forgotten?.(accountId);
      return reason;
    },
  };
}
