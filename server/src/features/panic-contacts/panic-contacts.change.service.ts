import type { PanicContacts } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { ContactAddressee, ContactInvitations } from './panic-contacts.invitations.service.ts';
import { readContacts, type ContactList, type KnownContact } from './panic-contacts.list.service.ts';
import type { ContactChangeMails } from './panic-contacts.mails.service.ts';
import { lockPanicSettings } from './panic-contacts.settings.store.ts';

export interface ContactChangeDependencies {
  readonly database: Database;
  readonly subscription: Pick<SubscriptionPort, 'isPremium'>;
  readonly invitations: ContactInvitations;
  readonly mails: ContactChangeMails;
  readonly list: ContactList;
}

/** The audit entry of a change, and the subject of the email about it. Null: no email. */
interface ChangeRecord {
  readonly action: string;
  readonly contactId: string | null;
  readonly words: string | null;
}

export type ContactChange = ReturnType<typeof createContactChange>;

/** The parts that every change of a user's contacts has in common. */
export function createContactChange({ database, subscription, invitations, mails, list }: ContactChangeDependencies) {
  return {
    /** Runs a change under the user's lock. Answers the list. */
    async run(
      actor: Actor,
      work: (tx: Executor, contacts: readonly KnownContact[]) => Promise<void>,
    ): Promise<PanicContacts> {
      await database.transaction(async (tx) => {
        await lockPanicSettings(tx, actor.accountId);
        await work(tx, await readContacts(tx, actor.accountId));
      });
      return list(actor);
    },

    async record(
      tx: Executor,
      actor: Actor,
      origin: CallOrigin,
      { action, contactId, words }: ChangeRecord,
    ): Promise<void> {
      const subject = { type: 'panic_contact', id: contactId };
      await recordAudit(tx, entryOf(actor.accountId, origin, `panicContacts.${action}`, subject));
      if (words !== null) await mails.changed(tx, actor, words);
    },

    async requirePremium({ accountId }: Actor): Promise<void> {
      if (!(await subscription.isPremium(accountId))) throw new Refusal('premium_required', texts.premium);
    },

    async inviteAll(
      tx: Executor,
      actor: Actor,
      contactId: string,
      addresses: readonly ContactAddressee[],
    ): Promise<void> {
      for (const { kind, address } of addresses) await invitations.invite(tx, actor, { contactId, kind, address });
    },
  };
}

export function contactIn(contacts: readonly KnownContact[], id: string): KnownContact {
  const contact = contacts.find((each) => each.id === id);
  if (contact === undefined) throw new Refusal('not_found', texts.notFound);
  return contact;
}
