import { randomUUID } from 'node:crypto';
import { isPhone } from '@trace/contract/accounts/accounts.phone.rules';
import { fullName } from '@trace/contract/kernel/full-name';
import { contactInvitation as words } from '@trace/contract/panic-contacts/panic-contacts.mail.texts';
import { panicContactRules as rules, type AddressKind } from '@trace/contract/panic-contacts/panic-contacts.rules';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { defineJob, type Jobs } from '#platform/jobs/jobs';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import type { Sms } from '#platform/sms/sms';
import { z } from 'zod';
import { findInvitation } from './consent/panic-contacts.consent.store.ts';
import { reserveInvitation } from './panic-contacts.limits.service.ts';
import type { ContactLinks } from './panic-contacts.links.service.ts';
import { saveInvitation, updateFailed } from './panic-contacts.store.ts';

export interface InvitationsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mail: Pick<Mail, 'send' | 'checkBeforeSending'>;
  readonly sms: Sms;
  readonly people: Pick<PeoplePort, 'accountsOf'>;
  readonly links: ContactLinks;
}

export interface ContactAddressee {
  readonly kind: AddressKind;
  readonly address: string;
}

/** The text of an SMS is made when the SMS is sent, so the job holds neither the address nor the token. */
const inviteBySmsJob = defineJob('panicContacts.inviteBySms', z.object({ seed: z.uuid() }));

const mailKeyPrefix = 'panic-contact-invitation:';

/** Stored with an email that is withdrawn. */
const INVITATION_ENDED = 'the invitation was withdrawn, renewed or answered';

export type ContactInvitations = ReturnType<typeof createContactInvitations>;

/** Asks an address of a contact to agree. Emails and SMS leave after the commit, by jobs. */
export function createContactInvitations({ database, clock, jobs, mail, sms, people, links }: InvitationsDependencies) {
  /** An invitation that was withdrawn, renewed or answered meanwhile is not sent. */
  const sendSms = async ({ seed }: { seed: string }): Promise<void> => {
    const { token, tokenHash } = links.invitationOf(seed);
    const invitation = await findInvitation(database.sql, tokenHash, clock.now());
    const asker = invitation && (await people.accountsOf([invitation.accountId])).get(invitation.accountId);
    if (invitation === undefined || asker === undefined) return;
    const text = words.sms({ asker: fullName(asker), link: links.linkOf(token) });
    const { outcome } = await sms.send({ to: invitation.address, text, key: `panic-contact-invite:${seed}` });
    if (outcome !== 'accepted') await updateFailed(database.sql, tokenHash);
  };
  jobs.define(inviteBySmsJob, sendSms);
  mail.checkBeforeSending(mailKeyPrefix, async (key) => {
    const seed = key.split(':').at(-1)!;
    const invitation = await findInvitation(database.sql, links.invitationOf(seed).tokenHash, clock.now());
    return invitation === undefined ? INVITATION_ENDED : null;
  });

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
    ): Promise<void> {
      const { accountId } = actor;
      const at = clock.now();
      await reserveInvitation(tx, { accountId, subject: links.subjectOf(address) }, at);
      const seed = randomUUID();
      const { token, tokenHash } = links.invitationOf(seed);
      const expiresAt = new Date(at.getTime() + rules.invitationMs);
      await saveInvitation(tx, { contactId, kind, address, tokenHash, expiresAt, at });
      if (kind === 'phone') return jobs.enqueue(tx, inviteBySmsJob, { seed }, { key: seed });
      const of = { asker: fullName(actor), link: links.linkOf(token) };
      await mail.send(tx, {
        to: address,
        reason: 'panicRequest',
        subject: words.subject(of.asker),
        text: words.text(of),
        // Names the account, so that a waiting email is deleted with the account.
        key: `${mailKeyPrefix}${accountId}:${seed}`,
      });
    },
  };
}
