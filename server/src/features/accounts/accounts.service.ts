import { isDeletePhrase } from '@trace/contract/accounts/accounts.rules';
import { leftOutTexts } from '@trace/contract/accounts/accounts.download.texts';
import { accountsMails, accountsTexts } from '@trace/contract/accounts/accounts.texts';
import type { AuthPort } from '#features/auth/auth.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import type { PersonData } from '#platform/actor/person-data';
import { recordAudit, ownEntryOf } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import type { Tombstones } from '#platform/tombstones/tombstones';
import { findHold, forgetEverywhere } from './accounts.deletion.service.ts';
import { announceAccount } from './accounts.events.ts';
import { mayDelete } from './accounts.policy.ts';
import { deleteEmailChanges } from './accounts.store.ts';

export type AccountsService = ReturnType<typeof createAccountsService>;

export interface AccountsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly mail: Mail;
  readonly auth: Pick<AuthPort, 'prepareNewPassword' | 'markBrowser' | 'emailsOf'>;
  readonly people: Pick<PeoplePort, 'lockAccount'>;
  readonly tombstones: Pick<Tombstones, 'record'>;
  /** The personal data of every feature, in the order of deletion. */
  personData(): readonly PersonData[];
}

export function createAccountsService(dependencies: AccountsDependencies) {
  const { database, clock, mail, auth, people, tombstones, personData } = dependencies;

  const sayGoodBye = (tx: Executor, actor: Actor): Promise<void> =>
    mail.send(tx, {
      to: actor.email,
      ...accountsMails.deleted,
      reason: 'account',
      key: `deleted:${actor.accountId}`,
      isLast: true,
    });

  return {
    /** Ends all other sessions and a pending change of the email address. Returns a `Set-Cookie` for this browser. */
    changePassword: async (actor: Actor, origin: CallOrigin, password: string): Promise<string> => {
      const setPassword = await auth.prepareNewPassword(actor.accountId, password);
      await database.transaction(async (tx) => {
        if (!(await people.lockAccount(tx, actor.accountId))) throw signedOut();
        await setPassword(tx, actor);
        // Like the reset links: the owner may change the password because a stranger asked to change the address.
        await deleteEmailChanges(tx, actor.accountId);
        await announceAccount(tx, actor.accountId);
        await mail.send(tx, {
          to: actor.email,
          ...accountsMails.password,
          reason: 'account',
          key: `password:${origin.requestId}`,
        });
        await recordAudit(tx, ownEntryOf(actor.accountId, origin, 'accounts.changePassword'));
      });
      return auth.markBrowser(actor.accountId);
    },

    /** Returns all personal data of the user, grouped by feature. */
    download: async (actor: Actor, origin: CallOrigin): Promise<Record<string, unknown>> => {
      const parts: Record<string, unknown> = { exportedAt: clock.now().toISOString() };
      const full: string[] = [];
      for (const data of personData()) {
        const part = await data.read(database.sql, actor.accountId);
        parts[data.feature] = part;
        full.push(...fullListsOf(data, part));
      }
      parts['leftOut'] = [...leftOutTexts.always, ...full.map(leftOutTexts.older)];
      await recordAudit(database.sql, ownEntryOf(actor.accountId, origin, 'accounts.download'));
      return parts;
    },

    /** Ends the account for good. */
    delete: async (actor: Actor, origin: CallOrigin, confirmation: string): Promise<void> => {
      const verdict = mayDelete(actor, clock.now());
      if (verdict === 'forbidden') throw new Refusal('forbidden', accountsTexts.staffStays);
      if (!isDeletePhrase(confirmation)) {
        throw new Refusal('invalid_input', accountsTexts.deletePhraseWrong, { field: 'body.confirmation' });
      }
      if (verdict === 'proof_required') throw new Refusal('proof_required', accountsTexts.proveForDelete);
      await database.transaction(async (tx) => {
        // A concurrent second deletion waits for this lock and then finds no account.
        if (!(await people.lockAccount(tx, actor.accountId))) throw signedOut();
        const reason = await findHold(tx, actor.accountId, personData());
        if (reason !== null) throw new Refusal('conflict', reason);
        for (const data of personData()) await data.notifyOthers?.(tx, actor.accountId);
        await forgetEverywhere(tx, actor.accountId, dependencies);
        await tombstones.record(tx, 'account', [actor.accountId]);
        await sayGoodBye(tx, actor);
        await recordAudit(tx, ownEntryOf(actor.accountId, origin, 'accounts.delete'));
      });
      for (const data of personData()) data.forgotten?.(actor.accountId);
    },
  };
}

/** The lists of a download that reached their limit, such as `ping.pings`. */
function fullListsOf({ feature, limits = {} }: PersonData, part: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(limits).flatMap(([list, most]) => {
    const entries = part[list];
    return Array.isArray(entries) && entries.length >= most ? [`${feature}.${list}`] : [];
  });
}

const signedOut = (): Refusal => new Refusal('unauthenticated', 'Please sign in.');
