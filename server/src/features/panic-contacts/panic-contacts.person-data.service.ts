import { randomUUID } from 'node:crypto';
import { fullName } from '@trace/contract/kernel/full-name';
import { contactMoved, contactOfDeleted } from '@trace/contract/panic-contacts/panic-contacts.mail.texts';
import type { PeoplePort } from '#features/people/people.port';
import type { PersonData } from '#platform/actor/person-data';
import type { Executor } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import { readContacts } from './panic-contacts.list.service.ts';
import type { ContactChangeMails } from './panic-contacts.mails.service.ts';
import {
  deleteOwnContacts,
  listAgreedChoices,
  listChosenBy,
  listOwnContacts,
} from './panic-contacts.person-data.store.ts';
import type { SendRemoval } from './panic-contacts.removal-messages.service.ts';
import { findPanicSettings } from './panic-contacts.settings.store.ts';

/** The most users who chose the person, in a data download. */
const MOST_ASKERS = 1_000;

export interface PersonDataDependencies {
  readonly people: Pick<PeoplePort, 'profileOf' | 'accountsOf'>;
  readonly mail: Pick<Mail, 'send'>;
  readonly mails: Pick<ContactChangeMails, 'moved'>;
  readonly sendRemoval: SendRemoval;
}

/**
 * The contacts and settings of a user, and the consents that the person gave to others. A consent stays when the account
 * is deleted, because it belongs to the email address and ends by the link in each email and test.
 */
export const createPanicContactsPersonData = (dependencies: PersonDataDependencies): PersonData => {
  const { people, mail, mails, sendRemoval } = dependencies;

  /**
   * Tells the users whose contact agreed at this address that the address leaves its account: the consent stays with the
   * address, so alarms no longer ring in the account. Returns the names of the users.
   */
  const notifyAskers = async (tx: Executor, address: string): Promise<string[]> => {
    const choices = await listAgreedChoices(tx, address);
    const accounts = await people.accountsOf(choices.map(({ accountId }) => accountId));
    for (const { accountId, name } of choices) {
      const email = accounts.get(accountId)?.email;
      if (email !== undefined) await mails.moved(tx, { accountId, email }, { name, address });
    }
    return [...accounts.values()].map(fullName);
  };

  return {
    feature: 'panic-contacts',
    limits: { contactOf: MOST_ASKERS },
    async read(executor, personId) {
      const email = (await people.profileOf(personId, executor))?.email ?? '';
      return {
        settings: await findPanicSettings(executor, personId),
        contacts: await listOwnContacts(executor, personId),
        contactOf: await listChosenBy(executor, email, MOST_ASKERS),
      };
    },
    async notifyOfNewEmail(tx, personId, to) {
      const from = (await people.profileOf(personId, tx))?.email ?? '';
      const askers = await notifyAskers(tx, from);
      if (askers.length === 0) return;
      const { subject, text } = contactMoved.toContact;
      const words = { subject, text: text({ askers: new Intl.ListFormat('en-AU').format(askers), from, to }) };
      await mail.send(tx, { to, reason: 'account', ...words, key: `panic-contact-moved:${personId}:${randomUUID()}` });
    },
    async notifyOthers(tx, personId) {
      const account = (await people.accountsOf([personId])).get(personId);
      if (account === undefined) return;
      const asker = fullName(account);
      for (const { addresses } of await readContacts(tx, personId))
        for (const { kind, address, state } of addresses)
          if (state === 'agreed') await sendRemoval(tx, { kind, address }, asker, contactOfDeleted);
      await notifyAskers(tx, account.email);
    },
    forget: deleteOwnContacts,
  };
};
