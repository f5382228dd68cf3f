import { randomUUID } from 'node:crypto';
import { isPhone } from '@trace/contract/accounts/accounts.phone.rules';
import { contactInvitation as words } from '@trace/contract/panic-contacts/panic-contacts.mail.texts';
import { panicContactRules as rules, type AddressKind } from '@trace/contract/panic-contacts/panic-contacts.rules';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import type { Sms } from '#platform/sms/sms';
import { reserveInvitation } from './panic-contacts.limits.service.ts';
import type { ContactLinks } from './panic-contacts.links.service.ts';
import { saveInvitation, updateFailed } from './panic-contacts.store.ts';

export interface InvitationsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly mail: Pick<Mail, 'send'>;
  readonly sms: Sms;
  readonly links: ContactLinks;
}

export interface ContactAddressee {
  readonly kind: AddressKind;
  readonly address: string;
}

/** Sends the messages that leave after the commit. */
export type AfterCommit = () => Promise<void>;

export type ContactInvitations = ReturnType<typeof createContactInvitations>;

/** Asks an address of a contact to agree. Emails leave with the transaction, an SMS after the commit. */
export function createContactInvitations({ database, clock, mail, sms, links }: InvitationsDependencies) {
  const sendSms = async (to: string, text: string, tokenHash: Uint8Array): Promise<void> => {
    const { outcome } = await sms.send({ to, text, key: `panic-contact-invite:${randomUUID()}` });
    if (outcome !== 'accepted') await updateFailed(database.sql, tokenHash);
  };

  return {
    /** Refuses a number that no SMS can reach. */
    requireUsable(phone: string): void {
      if (!sms.isConfigured()) throw new Refusal('invalid_input', texts.noSms, { field: 'body.phone' });
      if (!isPhone(phone)) throw new Refusal('invalid_input', texts.phoneInvalid, { field: 'body.phone' });
    },

    async invite(
      tx: Executor,
      actor: Actor,
      { contactId, kind, address }: ContactAddressee & { contactId: string },
    ): Promise<AfterCommit> {
      const { accountId } = actor;
      const at = clock.now();
      await reserveInvitation(tx, { accountId, subject: links.subjectOf(address) }, at);
      const { token, tokenHash } = links.newInvitation();
      const expiresAt = new Date(at.getTime() + rules.invitationMs);
      await saveInvitation(tx, { contactId, kind, address, tokenHash, expiresAt, at });
      const of = { asker: `${actor.firstName} ${actor.lastName}`, link: links.linkOf(token) };
      if (kind === 'phone') return () => sendSms(address, words.sms(of), tokenHash);
      await mail.send(tx, {
        to: address,
        reason: 'panicRequest',
        subject: words.subject(of.asker),
        text: words.text(of),
        // Names the account, so that a waiting email is deleted with the account.
        key: `panic-contact-invite:${accountId}:${randomUUID()}`,
      });
      return async () => {};
    },
  };
}
