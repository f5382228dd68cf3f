import { fullName } from '@trace/contract/kernel/full-name';
import { contactOfDeleted } from '@trace/contract/panic-contacts/panic-contacts.mail.texts';
import type { PeoplePort } from '#features/people/people.port';
import type { PersonData } from '#platform/actor/person-data';
import { readContacts } from './panic-contacts.list.service.ts';
import { deleteOwnContacts, listChosenBy, listOwnContacts } from './panic-contacts.person-data.store.ts';
import type { SendRemoval } from './panic-contacts.removal-messages.service.ts';
import { findPanicSettings } from './panic-contacts.settings.store.ts';

/** The most users who chose the person, in a data download. */
const MOST_ASKERS = 1_000;

export interface PersonDataDependencies {
  readonly people: Pick<PeoplePort, 'profileOf' | 'accountsOf'>;
  readonly sendRemoval: SendRemoval;
}

/**
 * The contacts and settings of a user, and the consents that the person gave to others. A consent stays when the account
 * is deleted, because it belongs to the email address and ends by the link in each email and test.
 */
export const createPanicContactsPersonData = ({ people, sendRemoval }: PersonDataDependencies): PersonData => ({
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
  async notifyOthers(tx, personId) {
    const account = (await people.accountsOf([personId])).get(personId);
    if (account === undefined) return;
    const asker = fullName(account);
    for (const { addresses } of await readContacts(tx, personId))
      for (const { kind, address, state } of addresses)
        if (state === 'agreed') await sendRemoval(tx, { kind, address }, asker, contactOfDeleted);
  },
  forget: deleteOwnContacts,
});
