import { randomUUID } from 'node:crypto';
import { contactChangeMail, contactMoved } from '@trace/contract/panic-contacts/panic-contacts.mail.texts';
import type { Executor } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';

export type ContactChangeMails = ReturnType<typeof createContactChangeMails>;

const SETTINGS_PATH = '/user/settings#panic-contacts';

/** Mails about changes. The user learns of each, because a thief of the session could silence the contacts. */
export function createContactChangeMails({ mail, portalUrl }: { mail: Pick<Mail, 'send'>; portalUrl(): string }) {
  const send = (tx: Executor, to: { accountId: string; email: string }, change: string, text: string): Promise<void> =>
    mail.send(tx, {
      to: to.email,
      reason: 'account',
      subject: change,
      text,
      key: `panic-contacts:${to.accountId}:${randomUUID()}`,
    });
  const url = (): string => `${portalUrl()}${SETTINGS_PATH}`;

  return {
    /** The user, or someone with the user's session, changed something. */
    changed: (tx: Executor, to: { accountId: string; email: string }, change: string): Promise<void> =>
      send(tx, to, change, contactChangeMail.text({ change, url: url() })),

    /** The account of a contact no longer has the address that agreed. */
    moved: (
      tx: Executor,
      to: { accountId: string; email: string },
      contact: { name: string; address: string },
    ): Promise<void> =>
      send(tx, to, contactMoved.toAsker.subject(contact.name), contactMoved.toAsker.text({ ...contact, url: url() })),

    /** A contact answered or stopped. */
    answered: (tx: Executor, to: { accountId: string; email: string }, change: string): Promise<void> =>
      send(tx, to, change, contactChangeMail.answer({ change, url: url() })),
  };
}
